import { createHash } from 'node:crypto';
import type { FlowLanguage } from '@gatehouse/contract';
import type { TenantRecord } from '../../tenants/index.ts';
import { brandingOf } from './flow-branding.ts';

/** What a person agrees to before submitting: exactly what is on the screen. */
export interface ConsentText {
  readonly version: string;
  /** Of the text: the tenant's may not be there in the person's own. */
  readonly language: FlowLanguage;
  readonly text: string;
  /** Of the text in UTF-8, in hex. */
  readonly sha256: string;
}

/** Of our own texts, where the tenant has none; another version whenever one of them changes. */
const ownVersion = 'gatehouse-1';
const ownTexts: Readonly<Record<FlowLanguage, string>> = {
  en: 'I confirm that what I have entered is complete and true. {name} may process it to verify my identity and to fulfil legal duties.',
  de: 'Ich bestätige, dass meine Angaben vollständig und wahr sind. {name} darf sie verarbeiten, um meine Identität zu prüfen und gesetzliche Pflichten zu erfüllen.',
  fr: 'Je confirme que ce que j’ai saisi est complet et exact. {name} peut le traiter afin de vérifier mon identité et de remplir ses obligations légales.',
  es: 'Confirmo que lo que he introducido es completo y verdadero. {name} puede tratarlo para verificar mi identidad y cumplir sus obligaciones legales.',
  ar: 'أؤكد أن ما أدخلته كامل وصحيح. يجوز لـ {name} معالجته للتحقق من هويتي وللوفاء بالالتزامات القانونية.',
  zh: '我确认所填内容完整、真实。{name}可以处理这些内容，以核实我的身份并履行法律义务。',
};

/** The text in a person's language; of the tenant's texts, English where the language is missing. */
export function consentText(tenant: TenantRecord, language: FlowLanguage): ConsentText {
  const consent = tenant.branding?.consent;
  const found = ([language, 'en'] as const).find((each) => consent?.text[each] !== undefined);
  if (consent !== undefined && found !== undefined) {
    return hashed({ version: consent.version, language: found, text: consent.text[found]! });
  }
  const text = ownTexts[language].replaceAll('{name}', () => brandingOf(tenant).name);
  return hashed({ version: consent?.version ?? ownVersion, language, text });
}

function hashed(shown: Omit<ConsentText, 'sha256'>): ConsentText {
  return { ...shown, sha256: createHash('sha256').update(shown.text).digest('hex') };
}
