/** Given names whose forms for men and women differ by a letter or two. They are two people, not two spellings. */
const PAIRS = `
  mario-maria angelo-angela antonio-antonia carlo-carla daniele-daniela daniel-danielle daniel-daniela
  michel-michelle michele-michela gabriel-gabrielle gabriel-gabriela emanuel-emanuela raphael-raphaelle
  alexander-alexandra aleksandr-aleksandra alejandro-alejandra claudio-claudia fernando-fernanda
  francisco-francisca francesco-francesca giulio-giulia julio-julia jose-josefa luis-luisa louis-louise
  paolo-paola paul-paula pablo-paula roberto-roberta patricio-patricia valentin-valentina victor-victoria
  viktor-viktoria christian-christiane cristian-cristina simon-simone denis-denise andre-andrea stephan-stephanie
  stefan-stefania eric-erica frederic-frederique joan-joanna ivan-ivana jan-jana martin-martina oleg-olga
  evgeny-evgenia yevgeny-yevgenia vasily-vasilisa joaquin-joaquina leonardo-leonarda gerardo-gerarda
  amir-amira karim-karima said-saida saeed-saeeda khalid-khalida rashid-rashida salim-salima jamil-jamila
  nasir-nasira samir-samira farid-farida latif-latifa hamid-hamida aziz-aziza munir-munira habib-habiba
  jalil-jalila nabil-nabila wahid-wahida sharif-sharifa adil-adila kamil-kamila tahir-tahira zahir-zahira
`;

const OTHERS: ReadonlyMap<string, readonly string[]> = (() => {
  const others = new Map<string, string[]>();
  for (const pair of PAIRS.trim().split(/\s+/)) {
    const [man, woman] = pair.split('-') as [string, string];
    others.set(man, [...(others.get(man) ?? []), woman]);
    others.set(woman, [...(others.get(woman) ?? []), man]);
  }
  return others;
})();

/** The forms of a given name for the other sex; empty when none is known. */
export function otherGendersOf(token: string): readonly string[] {
  return OTHERS.get(token) ?? [];
}

/** Whether two tokens are a man's and a woman's form of one given name. */
export function isOtherGender(a: string, b: string): boolean {
  return OTHERS.get(a)?.includes(b) ?? false;
}
