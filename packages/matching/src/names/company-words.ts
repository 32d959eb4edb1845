/**
 * Words that many organisations share, as groups of spellings, short forms and translations with one canonical form. Words
 * that only mean nearly the same are groups of their own, see `RELATED`.
 */
const GENERIC: readonly string[] = [
  'international intl intnl int internacional internazionale internationale mezhdunarodny mezhdunarodnyy mezhdunarodnaya uluslararasi',
  'trading trade trades trdg tradg tijarat torgovyy torgovy torgovaya torgovlya ticaret handel handels',
  'commercial commerce comercial commerciale comercio kommercheskiy kommercheskaya comml',
  'group grp grupo groupe gruppe gruppo gruppa grup kumpulan',
  'holding holdings hldg hldgs hldngs kholding',
  'industry industries industrial industrie industria industrias ind inds sanayi sanaye sanat promyshlennost promyshlennyy promyshlennaya',
  'investment investments invest invst invstmt inversiones investimentos inversion investitsii yatirim',
  'enterprise enterprises empresa empresas entreprise entreprises unternehmen predpriyatie entps',
  'service services svc svcs srvc srvcs srvces serv servs servicio servicios servizi uslugi khadamat hizmetleri',
  'general gen general_',
  'global globalnyy',
  'worldwide',
  'import imports importation importadora ithalat',
  'export exports exportation exportadora ihracat',
  'shipping ship shpg shppg naviera sudokhodnaya sudokhodstvo denizcilik keshtirani pelayaran schiffahrt',
  'marine maritime maritima maritimo morskoy morskaya',
  'navigation navegacion navigatsiya',
  'transport transportation transportes transporte transports transp trspt perevozki nakliyat tasimacilik',
  'logistics logistic logistica logistik logistika logistique lojistik',
  'freight freights fracht fletes',
  'cargo kargo carga',
  'airline airlines airways aerolineas aviakompaniya havayollari',
  'aviation aviacion aviatsiya aviatsionnaya havacilik',
  'aircraft aeronautical aeronautics',
  'aerospace',
  'airport airports aeropuerto',
  'bank banco banque banca banka bankas bankasi bnk',
  'insurance seguros assurance assurances versicherung sigorta strakhovaya',
  'finance financial finanz financiera financiere finansovaya',
  'technology technologies tech techs tekhnologii tekhnologiya tecnologia tecnologias teknoloji technologie',
  'technical technik technique tecnica tecnico tekhnicheskiy tekhnicheskaya teknik',
  'engineering eng engg engrg engrng ingenieria ingegneria inzhiniring muhendislik mohandesi',
  'construction constructions constr constn cnstr constructora construcciones stroy stroitelnaya stroitelstvo insaat bau',
  'contracting contractor contractors contrg taahhut',
  'petroleum petrol petroleos petroleo neft neftyanaya naft petr',
  'oil oils',
  'refinery refining refineries refineria raffinerie',
  'gas gaz',
  'petrochemical petrochemicals petchem petroquimica petroshimi petrokimya',
  'energy energie energia energiya energetika energetik enerji',
  'electric electrical elec elektrik elektricheskiy',
  'electronics electronic elektronik elektronika electronica electronicos',
  'mining minera mineria gornaya madencilik',
  'steel stal acero',
  'metal metals metall metally metales',
  'aluminium aluminum alyuminiy',
  'cement tsement cemento siman cimento',
  'textile textiles textil textiles tekstil tekstilnyy',
  'garment garments apparel',
  'plastic plastics plastik',
  'furniture muebles mobilya',
  'chemical chemicals chem quimica khimicheskaya kimya',
  'agriculture agricultural agro agri agric agricola agropecuaria ganadera',
  'fishery fisheries fishing pesquera pesca',
  'food foods foodstuff foodstuffs alimentos alimenticia gida',
  'pharmaceutical pharmaceuticals pharma pharm farma farmaceutica',
  'development devt dvlpt dvlpmt developers desarrollo desenvolvimento razvitie',
  'management mgmt mgt mngt mngmt gestion upravlyayushchaya',
  'administration administracion',
  'consulting consultants consultant consultores consultoria konsalting consultancy danismanlik',
  'marketing mktg pazarlama',
  'advertising advtg publicidad',
  'solution solutions soluciones',
  'system systems sys sistemas sistemy systeme',
  'product products prods producto productos produktsiya',
  'production productions produccion proizvodstvo',
  'manufacturing manufacture manufacturer manufacturers mfg mfr mfrs manuf fabrication',
  'factory fabrika fabrica usine',
  'plant plants zavod zavody',
  'equipment equip eqpt oborudovanie equipos',
  'machinery machine machines mashin maquinaria makina',
  'automotive automobile automobiles automobil otomotiv',
  'material materials matls materiales',
  'supply supplies supplier suppliers suministros',
  'procurement',
  'distribution distributor distributors distribuidora',
  'wholesale',
  'communication communications comms comunicaciones svyaz iletisim',
  'telecom telecommunication telecommunications telecomunicaciones',
  'computer computers kompyuter bilgisayar',
  'software',
  'network networks',
  'travel travels',
  'tourism tours turizm turismo',
  'private privado prive chastnoe',
  'instrumentmaking priborostroitelnyy priborostroitelny priborostroitelnyi priborostroenie',
  'machinebuilding mashinostroitelnyy mashinostroitelny mashinostroitelnyi mashinostroenie mashinostroitelnaya',
  'shipbuilding sudostroitelnyy sudostroitelny sudostroitelnyi sudostroenie shipyard',
  'shiprepair sudoremontnyy sudoremontnyi sudoremont',
  'metallurgical metallurgicheskiy metallurgicheskii metallurgicheskaya metalurgica metallurgy',
  'mechanical mech mekhanicheskiy mekhanicheskii mecanica',
  'optical opticheskiy opticheskii optiko optika',
  'design konstruktorskoe konstruktorskoye proektnyy',
  'experimental opytnyy opytnoe eksperimentalnyy',
  'repair repairs remontnyy remontnyi remont',
  'scientificproduction nauchnoproizvodstvennoe',
  'weapons weapon oruzhie oruzheynyy oruzheinyi armas',
  'combine kombinat',
  'complex kompleks complejo',
  'regional oblastnaya oblastnoy regionalnaya regionalnyy oblast region',
  'public obshchestvennaya obshchestvennyy publichnyy publico publique',
  'concern kontsern konzern konsern',
  'center centre ctr cntr centro zentrum tsentr merkezi',
  'institute institut instituto',
  'university univ universidad universite universitat universitet daneshgah',
  'academy academia akademiya',
  'school escuela ecole shkola',
  'laboratory laboratories lab labs laboratorio laboratoire laboratoriya',
  'hospital hospitals bolnitsa',
  'research rsch investigacion issledovaniy',
  'science sciences scientific nauchno nauchnyy',
  'organization organisation organizacion organizatsiya org orgn',
  'association assn assoc asoc asociacion associazione assotsiatsiya',
  'cooperative coop cooperativa kooperatif',
  'establishment etablissement etablissements',
  'society societe sociedad obshchestvo societa',
  'committee cttee comite komitet',
  'commission comision komissiya',
  'council consejo soviet sovet',
  'party partido parti partiya',
  'army armee ejercito jaysh jaish armiya',
  'front frente',
  'movement movimiento mouvement dvizhenie',
  'national natl nacional nationale natsionalnyy natsionalnaya milli',
  'central tsentralnyy merkez',
  'state gosudarstvennyy gosudarstvennaya estatal',
  'federal fedl federalnoe federalnyy',
  'government govt gobierno gouvernement pravitelstvo',
  'ministry ministerio ministere ministerstvo',
  'department dept depts departamento departement departament',
  'directorate',
  'agency agencies agcy agencia agence agentstvo',
  'office ofc oficina bureau buro',
  'branch sucursal filial',
  'realestate inmobiliaria immobilien inmobiliarios nedvizhimost emlak',
  'property properties propiedades',
  'building bldg',
  'capital kapital',
  'fund funds fondo fonds',
  'trust trusts fideicomiso',
  'partner partners socios',
  'brothers bros hermanos freres',
  'sons son hijos fils',
  'company_ companies',
  'exchange exchanges exch cambio sarrafi',
  'money',
  'remittance remittances hawala',
  'jewelry jewellery joyeria joyas',
  'hotel hotels hoteles otel',
  'medical medico',
  'security seguridad securite',
  'military militar voennyy',
  'defense defence defensa',
  'media',
  'digital',
  'line lines lineas',
  'market markets supermercado',
  'store stores tienda',
  'warehouse whse warehouses',
  'shop',
  'club',
  'union soyuz unione',
  'islamic islami islamiya',
  'united unidos unida',
  'new nouvelle nuevo nueva novyy',
  'old',
  'great greater gran',
  'north northern norte nord severnyy',
  'south southern sur sud yuzhnyy',
  'east eastern este vostochnyy',
  'west western oeste zapadnyy',
  'middle',
  'people peoples pueblo narodnyy',
  'world mundo mundial mir',
];

/** Canonical words that mean nearly the same, so that one may be translated by another; two companies may differ by just that. */
const RELATED: readonly string[] = [
  'trading commercial',
  'global worldwide',
  'shipping marine navigation',
  'transport logistics freight cargo',
  'airline aviation aircraft aerospace',
  'petroleum oil',
  'technology technical',
  'electric electronics',
  'product production',
  'manufacturing factory plant',
  'manufacturing production',
  'communication telecom',
  'money remittance',
  'construction building contracting',
];

/** Short forms that are also names, or words of others: they are only guessed. */
export const AMBIGUOUS_SHORT_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bk: 'bank',
    gp: 'group',
    trd: 'trading',
    inv: 'investment',
    dev: 'development',
    ent: 'enterprise',
    est: 'establishment',
    imp: 'import',
    exp: 'export',
    fin: 'finance',
    ins: 'insurance',
    med: 'medical',
    mkt: 'market',
    dist: 'distribution',
    comm: 'commercial',
    cons: 'construction',
    const: 'construction',
    mach: 'machinery',
    prod: 'product',
    inst: 'institute',
    comp: 'company',
    cmpy: 'company',
    cpy: 'company',
    corpn: 'corporation',
    tel: 'telecom',
    fdn: 'foundation',
    fndn: 'foundation',
    tpt: 'transport',
    fed: 'federal',
  }),
);

/** Two words of English that other languages write as one, and the word used for both. */
export const WORD_PAIRS: ReadonlyMap<string, string> = new Map([
  ['instrument making', 'instrumentmaking'],
  ['machine building', 'machinebuilding'],
  ['ship building', 'shipbuilding'],
  ['ship repair', 'shiprepair'],
  ['scientific production', 'scientificproduction'],
  ['real estate', 'realestate'],
]);

/** Spelling to canonical word. */
export const GENERIC_WORDS: ReadonlyMap<string, string> = (() => {
  const words = new Map<string, string>();
  for (const group of GENERIC) {
    const spellings = group.split(' ').filter((word) => !word.endsWith('_'));
    for (const spelling of spellings) words.set(spelling, spellings[0]!);
  }
  return words;
})();

const NONE: readonly number[] = [];

const RELATED_OF: ReadonlyMap<string, readonly number[]> = (() => {
  const groups = new Map<string, number[]>();
  RELATED.forEach((words, number) => {
    for (const word of words.split(' ')) groups.set(word, [...(groups.get(word) ?? []), number]);
  });
  return groups;
})();

/** Numbers of the groups of company words of nearly one meaning that a canonical word is in. */
export function relatedGroupsOf(word: string): readonly number[] {
  return RELATED_OF.get(word) ?? NONE;
}

/** The company words that mean nearly the same as a canonical one. */
export function relatedWordsOf(word: string): readonly string[] {
  const words = relatedGroupsOf(word).flatMap((group) => RELATED[group]!.split(' '));
  return [...new Set(words)].filter((other) => other !== word);
}

/** Words that only connect. */
export const CONNECTORS: ReadonlySet<string> = new Set(
  `of the and for in on at to by with from a an
  de del la las los el le les du des et y e di da do dos das della und der die das des fur von zu im am
  i v na po dlya z w va ve ile al ul an_ e_ o_ aka`
    .split(/\s+/)
    .filter((word) => word !== '' && !word.endsWith('_')),
);
