import { frAlterations } from '@gatehouse/contract/alterations/fr';
import type { AssuranceWords } from './assurance-words.ts';

export const french: AssuranceWords = {
  title: (engine) => `Rapport de test du filtrage : ${engine}`,
  description: ({ engine, sha256 }) => `Test du filtrage avec ${engine} ; SHA-256 de report.json ${sha256}`,
  kicker: 'Rapport de test du filtrage',
  subject: (engine) => `Test du filtrage : ${engine}`,
  footer: (sha256) => `SHA-256 de report.json : ${sha256}`,
  sections: {
    tested: 'Ce qui a été testé',
    method: 'Comment le test a été fait',
    figures: 'Chiffres principaux',
    byFact: 'Rappel par information testée',
    byList: 'Rappel par liste et type d’entité',
    byWay: 'Rappel par modification',
    lowest: 'Rappels les plus faibles',
    alerts: 'Alertes sur les enregistrements de contrôle',
    threshold: 'Seuil',
    below: 'Sous le seuil',
    missed: 'Enregistrements manqués',
    limits: 'Ce que ce rapport ne montre pas',
    demands: 'Ce que demandent les autorités',
    verify: 'Comment vérifier ce rapport',
  },
  facts: {
    engine: 'Moteur',
    defaults: 'Valeurs par défaut du moteur',
    settings: 'Paramètres',
    settingsFrom: 'Origine des paramètres',
    workflow: ({ workflow, version, node }) => `Workflow ${workflow}, version ${version}, nœud ${node}`,
    chosen: 'Choisis pour ce test',
    minScore: 'Score requis pour une correspondance',
    minNameScore: 'Score de nom requis',
    exactOnly: 'Noms exacts seulement',
    weakAliases: 'Alias faibles',
    weak: { all: 'Comme les autres noms', exact: 'Correspondance exacte seulement', none: 'Non recherchés' },
    maxHits: 'Correspondances au plus par enregistrement',
    listed: 'Enregistrements à trouver',
    clean: 'Enregistrements de contrôle',
    seed: 'Graine',
    file: 'Jeu de test (SHA-256)',
    gatehouse: 'Version de Gatehouse',
    engineVersion: 'Version du moteur',
    runtime: 'Node.js et Unicode',
    time: 'Heure du test',
    timeAttested: 'Dans attestation.json',
    timeUnknown: 'Non enregistrée',
    hash: 'report.json (SHA-256)',
  },
  result: {
    title: 'Résultat',
    exact: (share) => `Enregistrements tels que publiés par les listes : ${share} trouvés`,
    altered: (share) => `Enregistrements modifiés : ${share} trouvés`,
    own: (share) => `Enregistrements à trouver : ${share} trouvés`,
    alerts: (share) => `Enregistrements de contrôle : ${share} en alerte`,
    none: 'aucun enregistrement',
    share: (one) =>
      `${one.percent} (${one.count} sur ${one.of} ; confiance à 95\u00a0% : ${one.lower} à ${one.upper})`,
    noJudgement:
      'Ce rapport donne des mesures. Il ne dit pas si elles suffisent pour les risques d’un établissement.',
  },
  columns: {
    measure: 'Mesure',
    list: 'Liste',
    source: 'ID',
    version: 'Version',
    type: 'Type',
    fact: 'Information testée',
    way: 'Modification',
    recall: 'Rappel',
    alertRate: 'Taux d’alertes',
    bounds: 'Confiance à 95\u00a0%',
    records: 'Nombre',
    available: 'Dans la liste',
    tested: 'Testés',
    sameName: 'Nom exact',
    threshold: 'Seuil',
    reason: 'Raison',
    meaning: 'Signification',
    count: 'Nombre',
    published: 'Publié',
    screened: 'Filtré',
    score: 'Score le plus proche',
    who: 'Qui',
    asked: 'Ce qui est demandé',
    part: 'Partie de ce rapport',
    read: 'Source',
  },
  bounds: ({ lower, upper }) => `${lower} à ${upper}`,
  countOf: ({ count, of }) => `${count} sur ${of}`,
  measures: {
    exact: 'Trouvés, tels que publiés',
    altered: 'Trouvés, modifiés',
    alteredStrong: 'Trouvés, modifiés, sans alias faibles',
    own: 'Trouvés, jeu de test de l’établissement',
    first: 'Entrées trouvées en première place',
    firstFive: 'Entrées trouvées parmi les cinq premières',
    alerts: 'Alertes sur les enregistrements de contrôle',
  },
  method: {
    pack: 'Quatre enregistrements sur cinq proviennent d’entrées des listes actives, au plus un sur cinq est un enregistrement de contrôle. La graine détermine les entrées : les mêmes listes, la même graine, le même nombre et la même version de Gatehouse donnent les mêmes enregistrements.',
    own: 'Les enregistrements et les résultats attendus proviennent d’un fichier de l’établissement, identifié par son SHA-256.',
    equal:
      'Chaque liste, type d’entité et information testée a le même nombre d’enregistrements, si la liste en a assez. Les petites listes comptent autant que les grandes : les totaux ne prédisent rien pour les clients d’un établissement.',
    ways: 'Un enregistrement de liste sur cinq est filtré tel que publié. Les autres sont modifiés selon les manières que nomme ce rapport.',
    found:
      'Un enregistrement est trouvé si sa propre entrée figure parmi les correspondances. Une correspondance sur une autre entrée ne compte pas.',
    clean:
      'Les enregistrements de contrôle sont des personnes, sociétés et navires inventés, qui ne figurent sur aucune liste. Certains portent le nom exact d’une entrée, comme certains clients. Leurs alertes font partie du taux d’alertes. Une colonne à part compte celles sur le nom exact.',
    customers:
      'Les enregistrements de contrôle sont un échantillon de clients de l’établissement, tiré selon la graine. Avant le filtrage, personne ne sait si certains sont inscrits.',
    interval:
      'Chaque proportion est accompagnée des bornes entre lesquelles se trouve la vraie proportion avec une confiance de 95\u00a0% (intervalle de Wilson). Elles supposent des enregistrements indépendants. Là où la couverture montre plus de tests que d’informations, la même information a été testée plusieurs fois, et les vraies bornes sont plus larges.',
    apart: 'Le test ne crée ni client ni dossier et n’envoie rien à des tiers.',
    terms: {
      title: 'Termes',
      recall: 'Proportion des enregistrements tirés de listes qui ont été trouvés',
      alertRate: 'Proportion des enregistrements de contrôle qui ont eu une correspondance',
      score:
        'Ressemblance entre un enregistrement et une entrée de liste, de 0 à 1, selon le nom et les autres informations que les deux ont',
      nameScore: 'La même chose selon les noms seuls',
      weak: 'Alias que l’éditeur de la liste appelle faible ou de faible qualité',
      identifier: 'Numéro d’un document, d’une immatriculation, d’un navire, d’un aéronef ou d’une banque',
      wallet: 'Adresse de crypto-actifs',
      seed: 'Nombre qui détermine les entrées tirées et leur modification',
      nameScoreTitle: 'Score de nom',
    },
    coverage: 'Couverture',
    coverageNote:
      'Combien d’informations de chaque sorte les listes contiennent, et combien d’enregistrements les ont testées. Un nom peut être testé sous plusieurs modifications.',
  },
  figuresNote: 'Les proportions par place ne comptent que les entrées trouvées.',
  lowestNote: (count) =>
    `Combinaisons de liste, type, information et modification d’au moins ${count} enregistrements, le rappel le plus faible d’abord. figures.csv les contient toutes.`,
  noLowest: (count) =>
    `Aucune combinaison de liste, type, information et modification sous 100 % n’a ${count} enregistrements ou plus. figures.csv les contient toutes.`,
  listsNote:
    'Une version est la date de l’éditeur, si son fichier en indique une, et une empreinte du fichier.',
  wayNote:
    'figures.csv donne les codes des modifications. La documentation de Gatehouse explique chacune (en anglais).',
  weakNote: {
    exact:
      'Ces paramètres n’acceptent un alias faible qu’avec les mêmes mots. Les alias faibles dont les mots sont modifiés sont le plus souvent manqués.',
    none: 'Ces paramètres manquent les alias faibles, car ils ne les recherchent pas.',
    counted: 'Les tableaux de rappel les comptent, sauf indication contraire.',
    leftOut: 'Les alias faibles n’y figurent pas.',
  },
  lowestBounds:
    'Parmi beaucoup de petits groupes, certains ont un rappel faible par hasard : lisez les bornes.',
  noAlerts: 'Le jeu de test n’a pas d’enregistrements qui ne doivent rien trouver.',
  threshold: {
    workingPoint: ({ score, recall, alertRate }) =>
      `Point de fonctionnement : score ${score}, rappel ${recall}, taux d’alertes ${alertRate}`,
    note: 'La courbe applique un seuil au seul score final. Le point de fonctionnement vient du filtrage avec les paramètres eux-mêmes, qui peuvent exiger davantage, comme un nom exact.',
    point: 'Score requis',
  },
  below: {
    note: 'Clients de l’établissement en regard d’entrées que les paramètres ne trouvent pas, par score. La graine a tiré un échantillon de chaque tranche. La console ne montre le score d’une paire qu’une fois que quelqu’un l’a qualifiée.',
    open: 'Toutes les tranches n’ont pas encore de qualification : il n’y a pas d’estimation.',
    estimate: (of) =>
      `Correspondances que les paramètres manquent parmi ${of.customers} clients, estimation : ${of.count} (${of.lower} à ${of.upper}). Les bornes sont la somme de celles des tranches, chacune avec une confiance de 95\u00a0%.`,
    none: 'Aucun client n’est en regard d’une entrée de score 0,50 ou plus que les paramètres ne trouvent pas.',
    columns: {
      band: 'Score',
      pairs: 'Paires',
      drawn: 'Tirées',
      ruled: 'Qualifiées',
      matches: 'Correspondances',
      unsure: 'Indécidables',
      share: 'Proportion',
    },
  },
  missed: {
    none: 'Rien n’a été manqué.',
    nearest: 'Les plus proches d’une correspondance',
    shown: ({ shown, count }) =>
      `${shown} sur ${count}, les plus proches d’une correspondance d’abord. missed.csv les contient tous.`,
    below: 'moins de 0,50',
  },
  reasons: {
    'not-listed': ['Absent de la liste active', 'La liste active n’a pas d’entrée avec l’ID attendu.'],
    capped: [
      'Plus de correspondances qu’affichées',
      'L’entrée serait une correspondance. Plus de correspondances étaient meilleures que les paramètres n’en montrent.',
    ],
    'weak-alias': [
      'Alias faible seulement',
      'Seul un alias faible correspondrait, et les paramètres ne l’acceptent qu’exact.',
    ],
    'below-threshold': [
      'Sous le seuil',
      'Le score de l’entrée est inférieur à celui que demandent les paramètres.',
    ],
    'not-similar': ['Score inférieur à 0,50', 'Le score de l’entrée est inférieur à 0,50.'],
  },
  ways: frAlterations,
  factNames: {
    primary: 'Nom principal',
    strong: 'Alias',
    weak: 'Alias faible',
    former: 'Ancien nom',
    original: 'Nom dans l’écriture d’origine',
    'birth-date': 'Nom avec date de naissance',
    identifier: 'Identifiant',
    wallet: 'Portefeuille',
    customers: 'Clients de l’établissement',
    'made-up': 'Enregistrements inventés',
    file: 'Jeu de test de l’établissement',
  },
  types: {
    individual: 'Personne',
    corporate: 'Organisation',
    vessel: 'Navire',
    aircraft: 'Aéronef',
    other: 'Autre',
    any: 'Quelconque',
  },
  limits: {
    engine:
      'Le moteur a été testé avec les paramètres indiqués. Le workflow qui l’entoure n’a pas été exécuté.',
    lists:
      'L’exhaustivité des listes, et l’envoi de chaque nom par les systèmes de l’établissement, n’ont pas été testés.',
    watchlist: 'La liste de surveillance propre à l’établissement n’a pas été testée.',
    payments: 'Les messages de paiement n’ont pas été testés.',
    alterations:
      'Les enregistrements modifiés sont fabriqués, non observés. Leurs proportions ne sont pas celles de données réelles. Fautes de frappe et formes juridiques ont des lettres latines, même dans des noms d’autres écritures.',
    customers:
      'Les enregistrements de contrôle sont inventés. Leur taux d’alertes ne prédit rien pour les clients de l’établissement.',
    untested: (facts) =>
      `Les listes n’ont aucun enregistrement pour ces informations, qui n’ont donc pas été testées : ${facts}`,
    people: 'La façon dont les personnes décident des alertes n’a pas été testée.',
    belowLine:
      'Ce que le seuil manque parmi les clients n’a pas été estimé à partir de qualifications faites par des personnes.',
  },
  demandsNote:
    'La dernière colonne dit sur quoi repose la ligne : des résumés publics, sauf indication contraire. Le texte qui oblige un établissement est à vérifier. Ce rapport ne répond à rien de plus que la troisième colonne.',
  demands: [
    [
      'ABE, GL/2024/14 et GL/2024/15',
      'Étalonnage et test du filtrage avant usage et au moins chaque année, avec des enregistrements modifiés ; résultats explicables',
      'Rappel par modification ; seuil ; enregistrements manqués avec raisons ; versions et paramètres',
      'Résumés de finanssivalvonta.fi (communiqué 32/2025) et aml-analytics.com',
    ],
    [
      'FCA, outil de test du filtrage',
      'Environ 100 000 enregistrements inventés et modifiés : exacts, modifiés, alias, sociétés. Des établissements n’ont pas su expliquer les résultats',
      'Rappel tel que publié et modifié, par information et type ; chaque enregistrement manqué avec sa raison',
      'Résumés de thistleinitiatives.co.uk et malverde.co.uk',
    ],
    [
      'MAS, document sur le filtrage des noms (2022)',
      'Pas de confiance aveugle dans les paramètres des fournisseurs ; tests continus ; échantillons d’alertes closes',
      'Paramètres et seuil. Les échantillons d’alertes closes ne font pas partie de ce rapport',
      'Résumé de heka.ai',
    ],
    [
      'CBUAE, guide 3.7',
      'Tests avant usage sur échantillons ou historique ; validation indépendante',
      'Graine, versions et empreinte, avec lesquelles d’autres répètent le test. La validation elle-même ne fait pas partie de ce rapport',
      'rulebook.centralbank.ae/node/975, texte non lu',
    ],
    [
      'NYDFS, 3 NYCRR 504',
      'Tests de bout en bout avant et après usage ; documentation ; certification annuelle',
      'Documentation de la partie du moteur. Ce n’est ni un test de bout en bout ni une certification',
      'Questions et réponses de l’autorité (dfs.ny.gov) ; règlement non lu',
    ],
    [
      'Groupe de Wolfsberg, guide du filtrage des sanctions (2019)',
      'Choix des listes et attributs selon le risque ; paramétrage documenté ; tests sous le seuil',
      'Seuil ; enregistrements manqués jusqu’à un score de 0,50 ; qualifications par des personnes d’un échantillon sous le seuil, si des clients ont été filtrés',
      'Résumés ; guide non lu',
    ],
    [
      'OFAC, FAQ 122',
      'Les alias faibles n’ont pas à être filtrés',
      'Rappel des alias faibles à part de tous les autres',
      'ofac.treasury.gov/faqs/122, non lu',
    ],
    [
      'OFAC, FAQ 398 à 402',
      'Détention cumulée de 50 pour cent ou plus par des personnes bloquées',
      'Ne fait pas partie de ce rapport',
      'ofac.treasury.gov/faqs, non lu',
    ],
    [
      'UE, règlement 2024/886 (virements instantanés)',
      'Filtrage des clients dès chaque nouvelle désignation, et chaque jour',
      'Ne fait pas partie de ce rapport : il teste ce qui est trouvé, non quand',
      'Résumé de startkyc.com',
    ],
    [
      'UE, règlement 2024/1624 (à partir du 10 juillet 2027)',
      'Bénéficiaires effectifs à 25 pour cent ou plus ; conservation pendant cinq ans',
      'Ne fait pas partie de ce rapport',
      'Résumé de anti-money-laundering.eu',
    ],
  ],
  verify: {
    hash: 'Comparez le SHA-256 de report.json avec celui de ce rapport. Les chiffres viennent de ce seul fichier.',
    audit:
      'Ce rapport n’indique pas d’heure, afin qu’un test répété donne les mêmes octets. attestation.json contient les empreintes des fichiers, l’heure, le numéro de l’enregistrement d’audit et une signature. Le journal d’audit contient les mêmes empreintes.',
    notAttested:
      'Aucun tenant n’a été indiqué pour ce test. Ni enregistrement d’audit ni signature ne l’attestent, et son heure n’est pas enregistrée.',
    rulings: 'Les qualifications des paires sous le seuil et leur estimation viennent de la console.',
    again: (command) => `Répétez le test avec les mêmes versions et listes :\n${command}`,
    againFile:
      'Répétez le test avec les mêmes versions, listes et jeu de test. report.json est alors identique, octet par octet.',
    againService:
      'Répétez le test dans la console avec la même graine, le même nombre et les mêmes paramètres. Avec les mêmes versions et listes, report.json est identique, octet par octet.',
  },
};
