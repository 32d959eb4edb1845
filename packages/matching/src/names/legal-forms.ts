/**
 * Legal forms of organisations as classes: what a form means counts, not its language or spelling. A class is
 * written as a token of its own with a leading `~`. Spellings are given after transliteration, as the
 * tokeniser leaves them: points deleted, words separated by one blank.
 */

import { MIN_LEGAL_WORD } from '../weights.ts';
import { GENERIC_WORDS } from './company-words.ts';
import { toAscii } from './transliterate.ts';

/** Class to spellings. Public and joint-stock companies, private limited companies, partnerships, others. */
const CLASSES: Readonly<Record<string, string>> = {
  jsc: `jsc|ojsc|cjsc|pjsc|oao|zao|pao|nao|ao|open joint stock company|closed joint stock company|public joint
    stock company|joint stock company|joint stock co|aktsionernoe obshchestvo|otkrytoe aktsionernoe obshchestvo|
    zakrytoe aktsionernoe obshchestvo|publichnoe aktsionernoe obshchestvo|pat|vat|prat|ag|akg|aktiengesellschaft|
    a g|plc|public limited company|p l c|sa|s a|societe anonyme|sociedad anonima|sociedade anonima|societa per
    azioni|spa|s p a|as|a s|anonim sirketi|anonim sirket|akciova spolecnost|aktieselskab|aksjeselskap|asa|ab|
    aktiebolag|oyj|oy|osakeyhtio|nv|n v|naamloze vennootschap|tbk|persero|kk|kabushiki kaisha|kabushiki gaisha|
    bhd|berhad|pcl|public company limited|ad|aktsionerno druzhestvo|akcionarsko drustvo|dd|dionicko drustvo|nyrt|
    zrt|rt|sab|sab de cv|sa de cv|de cv|de c v|s a de c v|sociedad anonima de capital variable|sapi de cv|se|
    societas europaea|saog|saoc|sae|sal|sarl al|psc|qsc|ksc|kscc|kscp|shpk_|ae|hf|ehf_|pjs|spolka akcyjna|
    gufen youxian gongsi|gufenyouxiangongsi|jusighoesa|chusik hoesa|ao_`,
  llc: `llc|l l c|limited liability company|limited liability co|ltd|limited|ltda|limitada|ltdo|lda|limitee|
    private limited|private limited company|pvt ltd|pvt limited|pvt|pte ltd|pte|private ltd|pty ltd|pty limited|pty|
    proprietary limited|co ltd|company limited|co limited|company ltd|coltd|gmbh|g m b h|mbh|gesellschaft mit
    beschrankter haftung|ooo|o o o|tov|too|ooo_|obshchestvo s ogranichennoy otvetstvennostyu|tovaristvo z
    obmezhenoyu vidpovidalnistyu|srl|s r l|societa a responsabilita limitata|sociedad de responsabilidad limitada|
    societatea cu raspundere limitata|societate cu raspundere limitata|sarl|s a r l|societe a responsabilite
    limitee|sprl|bvba|bv|b v|besloten vennootschap|sl|s l|sociedad limitada|slu|sas|s a s|societe par actions
    simplifiee|sociedad por acciones simplificada|s de rl de cv|s de rl|sociedad de responsabilidad limitada de
    capital variable|sp z oo|sp z o o|spolka z ograniczona odpowiedzialnoscia|spolka z oo|doo|d o o|drustvo s
    ogranicenom odgovornoscu|dooel|shps|taa|sa rl|ba m|sh pk|ood|eood|sro|s r o|spol s ro|spolecnost s rucenim omezenym|kft|korlatolt
    felelossegu tarsasag|uab|sia|ou|osauhing|aps|anpartsselskab|ehf|shpk|sh p k|epe|e p e|ike|ltd sti|limited
    sirketi|sti|sdn bhd|sdn|yugen kaisha|yugen gaisha|godo kaisha|gk|yuhan hoesa|youxian gongsi|youxiangongsi|
    youxian zeren gongsi|youxianzerengongsi|eirl|e i r l|ug|fzco|fzc|fze|fz llc|fzllc|wll|w l l|cnh_|mchj|xk_|
    cong ty tnhh|tnhh|pt|p t`,
  corp: 'inc|incorporated|corp|corporation|corporacion|corporacao|corporatsiya|korporatsiya|korporasi',
  co: 'co|company|compania|companhia|compagnie|cie|cia|kompaniya|kompania|firma|sherkat|sharikat|sharika|sirketi|sirket',
  lp: `lp|l p|llp|l l p|limited partnership|limited liability partnership|lllp|kg|k g|kommanditgesellschaft|ohg|
    gmbh co kg|gmbh and co kg|gmbh and co|ag co kg|ag and co kg|and co kg|gbr|cv|c v|scs|snc|s n c|sca|ks|k s|ky|kb|hb|vof|partnership`,
  ngo: `ev|e v|eingetragener verein|ngo|nko|ano|avtonomnaya nekommercheskaya organizatsiya|vzw|asbl|onlus|stichting|
    stiftung|foundation|fondation|fundacion|fundacao|fondazione|fond|vakfi|waqf|yayasan`,
  state: `gup|fgup|mup|gosudarstvennoe unitarnoe predpriyatie|federalnoe gosudarstvennoe unitarnoe predpriyatie|
    state unitary enterprise|federal state unitary enterprise|soe|state enterprise|unitary enterprise|ep|eps`,
};

/** More spellings, in the scripts and languages of their countries; brought to the tokeniser's form below. */
const MORE: Readonly<Record<string, string>> = {
  jsc: `công ty cổ phần|açıq səhmdar cəmiyyəti|qapalı səhmdar cəmiyyəti|акционерное общество|открытое акционерное
    общество|закрытое акционерное общество|публичное акционерное общество|публічне акціонерне товариство|приватне
    акціонерне товариство|акціонерне товариство|акционерно дружество|акционерско друштво|акционерлік қоғам|ανώνυμη
    εταιρεία|ανωνυμη εταιρια|δημόσια εταιρεία|株式会社|股份有限公司|주식회사|شركة مساهمة|شركة مساهمة عامة|شركة المساهمة
    العامة|شركة مساهمة مقفلة|ش م ع|ش م ك|sh ma|sh mk|سهامی عام|سهامی خاص|חברה ציבורית|บริษัทมหาชนจำกัด|compañía anónima|
    société anonyme monégasque|akciová společnosť|akciová spoločnosť|samþykktarfélag|hlutafélag|aksjonærselskap|
    public company|public company limited by shares|akcinė bendrovė|akciju sabiedrība|aktsiaselts|dioničko društvo|
    delniška družba|részvénytársaság|zártkörűen működő részvénytársaság|nyilvánosan működő részvénytársaság|
    sociedade anônima|perseroan terbatas terbuka|shoqëri aksionare|societate pe acțiuni|societate pe actiuni`,
  llc: `công ty trách nhiệm hữu hạn|məhdud məsuliyyətli cəmiyyəti|məhdud məsuliyyətli cəmiyyət|общество с ограниченной
    ответственностью|товариство з обмеженою відповідальністю|таварыства з абмежаванай адказнасцю|дружество с ограничена
    отговорност|друштво са ограниченом одговорношћу|жауапкершілігі шектеулі серіктестік|εταιρεία περιορισμένης ευθύνης|
    ιδιωτική κεφαλαιουχική εταιρεία|有限公司|有限責任公司|有限责任公司|合同会社|有限会社|유한회사|유한책임회사|شركة ذات مسؤولية
    محدودة|ذات مسؤولية محدودة|الشركة ذات المسؤولية المحدودة|ذ م م|dh mm|مسئولیت محدود|با مسئولیت محدود|บริษัทจำกัด|บริษัท จำกัด|შეზღუდული
    პასუხისმგებლობის საზოგადოება|սահմանափակ պատասխանատվությամբ ընկերություն|compañía limitada|compañía de
    responsabilidad limitada|spoločnosť s ručením obmedzeným|spol s ro|osakeyhtiö|einkahlutafélag|uždaroji akcinė
    bendrovė|sabiedrība ar ierobežotu atbildību|društvo s ograničenom odgovornošću|družba z omejeno odgovornostjo|
    shoqëri me përgjegjësi të kufizuar|sociedade por quotas|close corporation|private company limited by shares|
    company limited by shares|international business company|exempted company|besloten vennootschap matched beperkte
    aansprakelijkheid|perseroan terbatas|sendirian berhad|ehf|limited liability partnership company`,
  lp: `合資会社|合名会社|合伙企业|합자회사|합명회사|شركة تضامن|شركة التضامن|شركة توصية بسيطة|شركة التوصية البسيطة|ห้างหุ้นส่วนจำกัด|
    công ty hợp danh|коммандитное товарищество|полное товарищество|komanditní společnost|společnost s ručením
    omezeným komanditní|komandytowa|spółka komandytowa|spółka jawna|ansvarlig selskap|handelsbolag|kommanditbolag|
    kommandittselskap|commanditaire vennootschap|vennootschap onder firma|société en commandite simple|société en nom
    collectif|sociedad en comandita simple|sociedad colectiva|ετερόρρυθμη εταιρεία|ομόρρυθμη εταιρεία`,
  ngo: `基金会|財団法人|社団法人|재단법인|사단법인|جمعية|مؤسسة خيرية|มูลนิธิ|благотворительный фонд|фонд|автономная некоммерческая
    организация|stiftelse|säätiö|alapítvány|zaklada|fundacja|nadace|sihtasutus|fundatia|fundația`,
  state: `федеральное государственное унитарное предприятие|государственное унитарное предприятие|державне підприємство|
    doanh nghiệp nhà nước|statsforetak|статское предприятие|شركة حكومية`,
};

export const LEGAL_CLASS_MARK = '~';

/** A spelling as the tokeniser leaves it. */
function asTokens(spelling: string): string {
  return toAscii(spelling.replace(/\s+/g, ' ').trim(), false)
    .toLowerCase()
    .replace(/['`]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Spelling (words joined by one blank) to class token. */
export const LEGAL_FORMS: ReadonlyMap<string, string> = (() => {
  const forms = new Map<string, string>();
  for (const [name, spellings] of Object.entries(CLASSES)) {
    for (const spelling of spellings.split('|')) {
      const clean = spelling.replace(/\s+/g, ' ').trim();
      if (clean !== '' && !clean.endsWith('_')) forms.set(clean, LEGAL_CLASS_MARK + name);
    }
  }
  for (const [name, spellings] of Object.entries(MORE)) {
    for (const spelling of spellings.split('|')) forms.set(asTokens(spelling), LEGAL_CLASS_MARK + name);
  }
  return forms;
})();

/** Everything that a spelling begins with, up to a word of it: what is none of these need not be read on. */
export const LEGAL_BEGINNINGS: ReadonlySet<string> = new Set(
  [...LEGAL_FORMS.keys()].flatMap((form) => {
    const words = form.split(' ');
    return words.map((_, at) => words.slice(0, at + 1).join(' '));
  }),
);

/**
 * Two or more words that a spelling begins with, to the class of the first spelling that does: the end of a name is often cut
 * off. Not those that are nothing but company words.
 */
export const UNFINISHED_FORMS: ReadonlyMap<string, string> = (() => {
  const unfinished = new Map<string, string>();
  for (const [form, mark] of LEGAL_FORMS) {
    const words = form.split(' ');
    for (let count = 2; count < words.length; count++) {
      const beginning = words.slice(0, count).join(' ');
      const isGeneric = words.slice(0, count).every((word) => GENERIC_WORDS.has(word));
      if (!isGeneric && !LEGAL_FORMS.has(beginning) && !unfinished.has(beginning))
        unfinished.set(beginning, mark);
    }
  }
  return unfinished;
})();

/** The maximum number of words a spelling has. */
export const LONGEST_LEGAL_FORM = Math.max(...[...LEGAL_FORMS.keys()].map((form) => form.split(' ').length));

/** Single words of legal forms that are long enough to be recognised with a typing error (short ones in phrases only). */
export const LEGAL_WORDS: readonly string[] = [
  ...new Set(
    [...LEGAL_FORMS.keys()]
      .flatMap((form) => form.split(' '))
      .filter((word) => word.length >= MIN_LEGAL_WORD),
  ),
];
