/**
 * Titles and honours by language, as they are read in Latin letters, with their usual abbreviations: of address, learning,
 * armies and police, office, nobility and religion. A word of several languages is in the row of the first. What many bear as
 * a name too is in `STYLINGS`.
 */
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  english: `
    mr mrs ms miss mister mx messrs sir dame madam excellency highness majesty hrh esq esquire hon honourable
    honorable baroness viscount viscountess countess duchess marchioness dr doctor prof professor lecturer phd dphil
    mba mbbs dds dvm llb llm bsc msc cpa acca fcca engr engineer architect adv advocate barrister solicitor attorney
    atty counsel counsellor magistrate councillor councilor cllr alderman gen general brig brigadier maj major
    colonel col lieutenant lieut lt ltcol ltgen ltg ltcdr majgen mgen bgen briggen brigen captain capt commander
    cmdr cdr commodore cdre adm admiral radm vadm marshal sergeant sgt ssgt msgt sfc corporal cpl lcpl private pvt
    pte ensign midshipman squadron sqn flight flt wg officer inspector insp superintendent supt constable
    president prasident vice deputy secretary minister premier chancellor chairman chairperson chairwoman chief director mayor
    governor gov senator congressman congresswoman representative ambassador amb consul rev revd reverend fr
    archbishop deacon archdeacon vicar monsignor msgr mgr patriarch archimandrite rabbi evangelist venerable
    deceased late alias aka fka nka nee dob born martyr
  `,
  french: `
    monsieur madame mme mmes mlle docteur docteure professeur professeure ingenieur avocat avocate capitaine
    commandant commandante sergent caporal adjudant amiral contreamiral viceamiral marechal generale commissaire
    monseigneur soeur eveque archeveque comtesse vicomte vicomtesse duchesse baronne prefet maire depute senateur
    ministre presidente directeur directrice ambassadeur veuve
  `,
  spanish: `
    senor senora senorita sr sra srta doctora dra ingeniero ingeniera lic licenciado licenciada licda arq arquitecto
    arquitecta profesor profesora mtro mtra abogado abogada abg abog contador cnel capitan teniente tte subteniente
    comandante cmte sargento sgto almirante contralmirante vicealmirante mariscal comisario alferez ministro
    ministra diputado diputada senador senadora alcalde gobernador embajador excmo ilmo monsenor obispo arzobispo
    reverendo condesa marquesa duquesa viuda apodo
  `,
  portuguese: `
    senhor senhora senhorita doutor doutora engenheiro engenheira arquiteto arquiteta professora advogado advogada
    capitao tenente soldado brigadeiro delegado desembargador juiz juiza vereador prefeito governador deputado
    deputada embaixador excelentissimo exmo comendador bispo arcebispo
  `,
  italian: `
    signor signore signora signorina sig sigra dott dottor dottore dottoressa dottssa ingegnere avv avvocato
    professore professoressa architetto rag ragioniere geom geometra onorevole colonnello capitano maresciallo
    sergente ammiraglio brigadiere contessa marchesa duchessa baronessa principessa cavaliere cav commendatore comm
    senatore sindaco vescovo arcivescovo monsignore suor
  `,
  german: `
    herr frau fraulein frl hr doktor dipl magister freiherr frhr freifrau grafin graefin prinz prinzessin
    generalmajor generalleutnant generaloberst oberst oberstleutnant kapitan kapitaen leutnant oberleutnant
    feldwebel unteroffizier gefreiter konteradmiral vizeadmiral feldmarschall pfarrer kommerzienrat hofrat kanzler
    bundeskanzler rechtsanwalt
  `,
  dutch: `
    dhr mevrouw mevr meneer mijnheer mejuffrouw drs jhr jonkheer jonkvrouw dominee luitenant kolonel kapitein
    commandeur gravin ir burgemeester
  `,
  danish: 'fru froken oberstlojtnant kaptajn lojtnant kommandor grevinde advokat ingenior overlaege provst',
  norwegian: 'herre kaptein loytnant oberstloytnant sersjant fenrik grevinne lensmann statsrad',
  swedish: `
    kapten overste overstelojtnant generallojtnant kommendor kommendorkapten fanrik friherre friherrinna grevinna
    civilingenjor docent kyrkoherde
  `,
  icelandic: 'herra hershofdingi ofursti skipstjori sera',
  finnish: `
    rouva neiti tohtori professori insinoori eversti everstiluutnantti kapteeni luutnantti majuri kenraali
    kenraaliluutnantti kenraalimajuri amiraali kersantti vanrikki piispa kreivi vapaaherra
  `,
  estonian: 'proua harra preili kolonelleitnant leitnant kindral kindralmajor insener',
  latvian: `
    kungs kundze pulkvedis pulkvezleitnants kapteinis virsleitnants leitnants generalis admiralis serzants
    inzenieris
  `,
  lithuanian: `
    ponas ponia pulkininkas kapitonas leitenantas majoras generolas admirolas serzantas daktaras profesorius kunigas
  `,
  polish: `
    pani panna inz inzynier pulkownik plk podpulkownik pplk ppulk kpt porucznik podporucznik ppor mjr komandor kmdr
    kontradmiral wiceadmiral chorazy sierzant kapral plutonowy ksiadz biskup arcybiskup ojciec hrabia prezydent
    mecenas
  `,
  czech: `
    slecna mudr judr rndr phdr mvdr csc inzenyr plukovnik podplukovnik porucik nadporucik podporucik rotmistr
    nadrotmistr praporcik desatnik farar hrabe
  `,
  slovak: 'inzinier rotmajster grof',
  hungarian: `
    ifj ozv professzor mernok ezredes alezredes ornagy szazados hadnagy fohadnagy tabornok vezerornagy altabornagy
    vezerezredes tengernagy ormester puspok ersek tisztelendo miniszter
  `,
  romanian: `
    domnul domnu doamna domnisoara inginer locotenent maior plutonier comisar preot episcop mitropolit printul
    ministrul
  `,
  bulgarian:
    'gospodin gospozha gospozhitsa inzhener polkovnik podpolkovnik leytenant starshina serzhant episkop otets',
  serbocroatian: `
    gospoda gospodja gospodica inzenjer akademik pukovnik potpukovnik brigadir satnik bojnik kapetan porucnik
    potporucnik zastavnik narednik vodnik desetnik generalpukovnik kontraadmiral svestenik svecenik vladika
    patrijarh nadbiskup vojvoda
  `,
  slovene: 'gospa gospodicna inzenir stotnik porocnik nadporocnik skof',
  albanian: 'zoti zonja zonjusha inxhinier nenkolonel kapiten gjeneral gjenerali rreshter toger haxhi',
  greek: `
    kyrios kyria kathigitis iatros stratigos antistratigos syntagmatarchis antisyntagmatarchis tagmatarchis lochagos
    ypolochagos taxiarchos navarchos archimandritis mitropolitis patriarchis
  `,
  russian: `
    grazhdanin grazhdanka tovarishch tov leitenant lejtenant starshiy starshii mladshiy mladshii praporshchik
    michman ryadovoy yefreytor generalmayor generalleytenant generalleitenant generalpolkovnik vitseadmiral yesaul
    dotsent igumen iyerey protoiyerey arkhimandrit yepiskop patriarkh knyaz ministr prezident
  `,
  ukrainian: 'heneral polkovnyk pidpolkovnyk otaman yepyskop mytropolyt',
  armenian: 'gndapet pokhgndapet zoravar vardapet tikin',
  georgian: 'batoni kalbatoni generali polkovniki kapitani leitenanti maiori mamao',
  turkish: `
    beyefendi hanim hanimefendi sayin albay yarbay binbasi yuzbasi ustegmen tegmen orgeneral korgeneral tumgeneral
    tuggeneral oramiral koramiral tumamiral tugamiral astsubay cavus onbasi basbakan cumhurbaskani muhendis avukat
    hoca hodja haci
  `,
  azerbaijani: 'xanim muellim muallim',
  kazakh: 'myrza khanym',
  uzbek: 'domla ustoz eshon hokim mulla',
  arabic: `
    sheikh shaikh shaykh sheik cheikh cheick sheij sheikha shaikha shaykha sayyida ustad ustadh ustadha ustaz ustadz
    duktur mohandes mulazim aqid musheer haji hajji hajj alhaj alhaji alhajj elhaj elhadj elhadji hadji hadj hajah
    hajjah hajja hajiya hadzi mufti mullah allama allamah ayatollah ayatullah ayatolah hojatoleslam hojjatoleslam
    hujjatoleslam qari saada samahat fadilat jalalat marhum marhoum
  `,
  persian: `
    aqa aqaye aghaye khanom sarhang sartip sarlashkar sepahbod arteshbod sarvan sargord sotvan setvan daryadar
    daryasalar hajagha jenab
  `,
  pashto: `
    maulavi mawlawi maulawi mawlavi moulavi maulvi moulvi molvi qomandan dagarwal dagarman dagar jagran jagturan
    inginir enginir
  `,
  urdu: 'janab maulana mawlana moulana molana nawabzada sahibzada subedar subadar havildar risaldar jemadar sepoy',
  hindi: 'sri shri shree smt shrimati shriman shreemati sushri mahant mahatma maharani maharaja havaldar',
  bengali: 'srimati moulovi',
  tamil: 'thiru thirumathi thirumati tmt',
  sinhala: 'thero hamuduruwo',
  nepali: 'shreeman',
  malay: 'encik cik puan datuk dato datin seri tengku hj hjh laksamana panglima',
  indonesian: `
    bapak ibu kiai kyai jenderal jendral letjen letnan mayjen brigjen letkol kompol kombes sersan kopral marsekal
    komjen irjen iptu aiptu bupati
  `,
  tagalog: 'ginoo ginang binibini gng',
  thai: 'nangsao momluang momrajawongse somdet ajarn ajahn acharn',
  burmese: 'sayadaw bogyoke',
  khmer: 'samdech oknha',
  japanese: 'sensei',
  chinese: 'xiansheng jiangjun',
  swahili:
    'ndugu mheshimiwa daktari profesa kanali luteni kapteni jenerali brigedia sajini padri askofu mchungaji',
  hausa: 'mallam malam hajia',
  yoruba: 'otunba oloye',
  amharic: 'woizero weyzero woizerit shaleka shambel',
  somali: 'sheekh xaaji macallin gaashaanle mudane marwo',
  hebrew: 'gveret adon aluf segen haham chacham rebbe',
};

/** Titles that are nothing else: neutral when only one side has them. */
export const TITLES: ReadonlySet<string> = new Set(
  Object.values(BY_LANGUAGE).flatMap((words) => words.trim().split(/\s+/)),
);
