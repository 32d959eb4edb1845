/**
 * Legal forms of organisations as classes: what a form means counts, not its language or spelling. A class is
 * written as a token of its own with a leading `~`. Spellings are given after transliteration, as the
 * tokeniser leaves them: points deleted, words separated by one blank.
 */

/** Class to spellings. Public and joint-stock companies, private limited companies, partnerships, others. */
const CLASSES: Readonly<Record<string, string>> = {
  jsc: `jsc|ojsc|cjsc|pjsc|oao|zao|pao|nao|ao|open joint stock company|closed joint stock company|public joint
    stock company|joint stock company|joint stock co|aktsionernoe obshchestvo|otkrytoe aktsionernoe obshchestvo|
    zakrytoe aktsionernoe obshchestvo|publichnoe aktsionernoe obshchestvo|pat|vat|prat|ag|akg|aktiengesellschaft|
    a g|plc|public limited company|p l c|sa|s a|societe anonyme|sociedad anonima|sociedade anonima|societa per
    azioni|spa|s p a|as|a s|anonim sirketi|anonim sirket|akciova spolecnost|aktieselskab|aksjeselskap|asa|ab|
    aktiebolag|oyj|oy|osakeyhtio|nv|n v|naamloze vennootschap|tbk|persero|kk|kabushiki kaisha|kabushiki gaisha|
    bhd|berhad|pcl|public company limited|ad|aktsionerno druzhestvo|akcionarsko drustvo|dd|dionicko drustvo|nyrt|
    zrt|rt|sab|sab de cv|sa de cv|s a de c v|sociedad anonima de capital variable|sapi de cv|se|
    societas europaea|saog|saoc|sae|sal|sarl al|psc|qsc|ksc|kscc|kscp|shpk_|hf|ehf_|pjs|spolka akcyjna|
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
    ogranicenom odgovornoscu|ood|eood|sro|s r o|spol s ro|spolecnost s rucenim omezenym|kft|korlatolt
    felelossegu tarsasag|uab|sia|ou|osauhing|aps|anpartsselskab|ehf|shpk|sh p k|epe|e p e|ike|ltd sti|limited
    sirketi|sti|sdn bhd|sdn|yugen kaisha|yugen gaisha|godo kaisha|gk|yuhan hoesa|youxian gongsi|youxiangongsi|
    youxian zeren gongsi|youxianzerengongsi|eirl|e i r l|ug|fzco|fzc|fze|fz llc|fzllc|wll|w l l|cnh_|mchj|xk_|
    cong ty tnhh|tnhh|pt|p t`,
  corp: 'inc|incorporated|corp|corporation|corporacion|corporacao|corporatsiya|korporatsiya|korporasi',
  co: 'co|company|compania|companhia|compagnie|cie|cia|kompaniya|kompania|firma|sherkat|sharikat|sharika|sirketi|sirket',
  lp: `lp|l p|llp|l l p|limited partnership|limited liability partnership|lllp|kg|k g|kommanditgesellschaft|ohg|
    gmbh co kg|ag co kg|gbr|cv|c v|scs|snc|s n c|sca|ks|k s|ky|kb|hb|vof|partnership`,
  ngo: `ev|e v|eingetragener verein|ngo|nko|ano|avtonomnaya nekommercheskaya organizatsiya|vzw|asbl|onlus|stichting|
    stiftung|foundation|fondation|fundacion|fundacao|fondazione|fond|vakfi|waqf|yayasan`,
  state: `gup|fgup|mup|gosudarstvennoe unitarnoe predpriyatie|federalnoe gosudarstvennoe unitarnoe predpriyatie|
    state unitary enterprise|federal state unitary enterprise|soe|state enterprise|unitary enterprise|ep|eps`,
};

export const LEGAL_CLASS_MARK = '~';

/** Spelling (words joined by one blank) to class token. */
export const LEGAL_FORMS: ReadonlyMap<string, string> = (() => {
  const forms = new Map<string, string>();
  for (const [name, spellings] of Object.entries(CLASSES)) {
    for (const spelling of spellings.split('|')) {
      const clean = spelling.replace(/\s+/g, ' ').trim();
      if (clean !== '' && !clean.endsWith('_')) forms.set(clean, LEGAL_CLASS_MARK + name);
    }
  }
  return forms;
})();

/** The most words a spelling has. */
export const LONGEST_LEGAL_FORM = Math.max(...[...LEGAL_FORMS.keys()].map((form) => form.split(' ').length));

/** Single words of legal forms that are long enough to be recognised with a typing error (short ones in phrases only). */
export const LEGAL_WORDS: readonly string[] = [
  ...new Set([...LEGAL_FORMS.keys()].flatMap((form) => form.split(' ')).filter((word) => word.length >= 5)),
];
