/** Words that many organisations share, as groups of spellings and translations with one canonical form. */
const GENERIC: readonly string[] = [
  'international intl int internacional internazionale internationale mezhdunarodny mezhdunarodnyy mezhdunarodnaya uluslararasi',
  'trading trade commerce commercial comercial commerciale tijarat tejarat torgovyy torgovy ticaret handel handels',
  'group grp grupo groupe gruppe gruppo gruppa grup',
  'holding holdings hldg hldgs kholding',
  'industry industries industrial industrie industria industrias ind sanayi sanat',
  'investment investments invest inversiones investimentos inversion investitsii',
  'enterprise enterprises empresa empresas entreprise entreprises predpriyatie',
  'service services svc svcs srvces servicio servicios uslugi khadamat',
  'general gen general_',
  'global globalnyy worldwide',
  'import imports importation importadora',
  'export exports exportation exportadora',
  'shipping ship maritime marine maritima navigation naviera sudokhodnaya denizcilik',
  'transport transportation transportes transporte logistics logistic logistica logistik logistika',
  'airline airlines airways aviation aviacion aerolineas aviatsiya havayollari',
  'bank banco banque banca banka bankas bankasi',
  'insurance seguros assurance assurances versicherung sigorta strakhovaya',
  'finance financial finanz financiera financiere finansovaya',
  'technology technologies tech technical tekhnologii tecnologia tecnologias teknoloji technologie',
  'engineering eng ingenieria ingegneria inzhiniring muhendislik',
  'construction constructions constructora construcciones stroy stroitelnaya insaat bau',
  'petroleum oil neft petrol petroleos naft',
  'gas gaz',
  'petrochemical petrochemicals petroquimica',
  'energy energie energia energiya energetika enerji',
  'electric electrical electronics electronic elektronik elektronika',
  'mining minera mineria gornaya madencilik',
  'steel stal acero',
  'agriculture agricultural agro agricola agropecuaria ganadera',
  'food foods alimentos alimenticia',
  'pharmaceutical pharmaceuticals pharma farma farmaceutica',
  'chemical chemicals quimica khimicheskaya',
  'development desarrollo razvitie',
  'management mgmt gestion upravlyayushchaya',
  'consulting consultants consultores consultoria konsalting consultancy',
  'solution solutions soluciones',
  'system systems sistemas sistemy systeme',
  'product products producto productos produktsiya production productions',
  'manufacturing manufacturer manufacturers fabrication',
  'factory plant zavod fabrika fabrica usine',
  'center centre centro zentrum tsentr merkezi',
  'institute institut instituto',
  'university universidad universite universitat universitet daneshgah',
  'academy academia akademiya',
  'school escuela ecole shkola',
  'research investigacion issledovaniy',
  'science sciences scientific nauchno nauchnyy',
  'organization organisation organizacion organizatsiya org',
  'association asociacion associazione assotsiatsiya',
  'society societe sociedad obshchestvo societa',
  'committee comite komitet',
  'council consejo soviet sovet',
  'party partido parti partiya',
  'army armee ejercito jaysh jaish armiya',
  'front frente',
  'movement movimiento mouvement dvizhenie',
  'national nacional nationale natsionalnyy natsionalnaya milli',
  'central tsentralnyy merkez',
  'state gosudarstvennyy gosudarstvennaya estatal',
  'federal federalnoe federalnyy',
  'government gobierno gouvernement pravitelstvo',
  'ministry ministerio ministere ministerstvo',
  'department dept departamento departement departament',
  'agency agencia agence agentstvo',
  'office oficina bureau buro',
  'branch sucursal filial',
  'real_estate inmobiliaria immobilien inmobiliarios nedvizhimost emlak',
  'property properties propiedades',
  'capital kapital',
  'fund funds fondo fonds',
  'partner partners socios',
  'brothers bros hermanos freres',
  'sons son hijos fils',
  'company_ companies',
  'exchange exchanges cambio sarrafi',
  'money remittance hawala',
  'jewelry jewellery joyeria joyas',
  'hotel hotels hoteles',
  'medical medico',
  'security seguridad securite',
  'military militar voennyy',
  'defense defence defensa',
  'telecom telecommunication telecommunications telecomunicaciones',
  'media',
  'digital',
  'market markets supermercado',
  'store stores tienda',
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

/** Spelling to canonical word. */
export const GENERIC_WORDS: ReadonlyMap<string, string> = (() => {
  const words = new Map<string, string>();
  for (const group of GENERIC) {
    const spellings = group.split(' ').filter((word) => !word.endsWith('_'));
    for (const spelling of spellings) words.set(spelling, spellings[0]!);
  }
  return words;
})();

/** Words that only connect. */
export const CONNECTORS: ReadonlySet<string> = new Set(
  `of the and for in on at to by with from a an
  de del la las los el le les du des et y e di da do dos das della und der die das des fur von zu im am
  i v na po dlya z w va ve ile al ul an_ e_ o_ aka`
    .split(/\s+/)
    .filter((word) => word !== '' && !word.endsWith('_')),
);

/** Words before the name of a ship or an aircraft that say only what it is. */
export const CRAFT_WORDS: ReadonlySet<string> = new Set(
  'mv mt ms ss mts fv rv my sy lng lpg vessel motor tanker tug'.split(' '),
);
