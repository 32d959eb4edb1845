import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { dataFolder, hasData } from '../testing/lists.ts';
import { LEGAL_CLASS_MARK } from './legal-forms.ts';
import { prepareName } from './prepare.ts';

/** A country, how its frequent forms are written, and the class that each is. */
const FORMS = `
  AE FZE llc, AE P.J.S.C. jsc, AL Sh.p.k. llc, AM Սահմանափակ պատասխանատվությամբ ընկերություն llc, AR S.R.L. llc, AT GmbH llc, AU Pty Ltd llc, AZ Məhdud Məsuliyyətli Cəmiyyəti llc,
  BA d.o.o. llc, BE BVBA llc, BG ООД llc, BG АД jsc, BR Ltda. llc, BR S.A. jsc, BY ТАА llc, CA Inc. corp, CH AG jsc,
  CL SpA jsc, CN 有限公司 llc, CN 股份有限公司 jsc, CO S.A.S. llc, CR Sociedad Anónima jsc, CY Limited llc, CZ s.r.o. llc,
  DE GmbH llc, DE AG jsc, DE e.V. ngo, DK ApS llc, DK A/S jsc, EE OÜ llc, EG S.A.E. jsc, ES S.L. llc, FI Oy jsc,
  FR SARL llc, GB PLC jsc, GB LLP lp, GE შპს llc, GR Α.Ε. jsc, GR ΕΠΕ llc, HK 有限公司 llc, HR d.d. jsc, HU Kft. llc,
  HU Zrt. jsc, ID PT llc, ID Tbk jsc, IE Limited llc, IL בע"מ llc, IN Pvt Ltd llc, IR سهامی عام jsc, IS ehf. llc,
  IT S.r.l. llc, IT S.p.A. jsc, JP 株式会社 jsc, JP 合同会社 llc, KR 주식회사 jsc, KW K.S.C. jsc, KZ ТОО llc, LB S.A.L. jsc,
  LI Aktiengesellschaft jsc, LT UAB llc, LU S.à r.l. llc, LV SIA llc, MC SARL llc, MD S.R.L. llc, ME d.o.o. llc,
  MK ДООЕЛ llc, MX S.A. de C.V. jsc, MY Sdn Bhd llc, NL B.V. llc, NL N.V. jsc, NO ASA jsc, NZ Limited llc, OM SAOG jsc,
  PA S.A. jsc, PE E.I.R.L. llc, PH Incorporated corp, PK (Pvt) Ltd llc, PL Sp. z o.o. llc, PL S.A. jsc, PT Lda. llc,
  QA Q.S.C. jsc, RO S.R.L. llc, RS д.о.о. llc, RU ООО llc, RU ПАО jsc, RU ФГУП state, SA شركة مساهمة jsc, SE AB jsc,
  SG Pte. Ltd. llc, SI d.o.o. llc, SK s.r.o. llc, TH บริษัทจำกัด llc, TR A.Ş. jsc, TR Ltd. Şti. llc, TW 股份有限公司 jsc,
  UA ТОВ llc, UA ПАТ jsc, US LLC llc, US Corp. corp, US L.P. lp, UZ MChJ llc, VN Công ty TNHH llc, ZA (Pty) Ltd llc
`
  .trim()
  .split(/\s*,\s+/)
  .map((row) => /^(\S+) (.+) (\S+)$/.exec(row)!.slice(1) as [string, string, string]);

const formIn = (text: string) =>
  prepareName(text, 'organisation').tokens.filter((token) => token.startsWith(LEGAL_CLASS_MARK));

describe('legal forms', () => {
  it('are known of more than sixty countries, each as its class', () => {
    for (const [country, form, kind] of FORMS)
      expect(formIn(`Zorblax ${form}`), `${country} ${form}`).toEqual([LEGAL_CLASS_MARK + kind]);
    expect(new Set(FORMS.map(([country]) => country)).size).toBeGreaterThan(60);
  });

  it.skipIf(!hasData)('are known of nearly all countries of GLEIF (skipped without ../shared/data)', () => {
    const text = readFileSync(`${dataFolder}/reference/elf-v1.5.semic.csv`, 'utf8');
    const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
    const all = new Set<string>();
    const known = new Set<string>();
    for (const row of rows) {
      const country = row['Country Code (ISO 3166-1)'];
      if (!country || row['ELF Status ACTV/INAC'] !== 'ACTV') continue;
      all.add(country);
      const spellings = [
        row['Entity Legal Form name Local name'],
        row['Entity Legal Form name Transliterated name (per ISO 01-140-10)'],
        ...(row['Abbreviations Local language'] ?? '').split(';'),
      ];
      if (spellings.some((form) => form && formIn(`Zorblax ${form}`).length > 0)) known.add(country);
    }
    expect(all.size).toBe(117);
    expect(known.size).toBeGreaterThanOrEqual(116);
  });
});
