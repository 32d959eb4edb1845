/**
 * By what people look for a country beside its names, which `Intl.DisplayNames` has: demonyms in English, German, French,
 * Spanish and Arabic, usual short forms, and former names. A line a country: its two codes of ISO 3166-1, then the terms with
 * commas between them. Endings are left to the search: `italien` stands for `italienne` and `italienisch`. Chinese says
 * demonyms by the name and 人. The lines are in the order of population, so that the likelier country comes first.
 */
export const countryTerms = `
IN IND indian, indisch, inder, indien, indio, hindú, bharat, هندي
CN CHN chinese, chinesisch, chinese, chinois, chin, prc, mainland china, volksrepublik china, صيني, 大陆
US USA american, us american, united states of america, u.s.a, amerika, amerikanisch, amerikaner, états unis d'amérique, étatsunien, américain, estadounidense, american, eeuu, ee.uu, أمريكي, امريكا, أميركا, أميركي, 美利坚
ID IDN indonesian, indonesisch, indonesier, indonésien, indonesi, إندونيسي
PK PAK pakistani, pakistanisch, pakistaner, pakistanais, paquistaní, باكستاني
NG NGA nigerian, nigerianisch, nigerianer, nigérian, nigerian, نيجيري
BR BRA brazilian, brasilianisch, brasilianer, brésilien, brasileñ, برازيلي
BD BGD bangladeshi, bengali, bangladeschisch, bangladescher, bangladais, bangladesí, بنغلاديشي, بنجلاديشي, بنغالي
RU RUS russian, russisch, russe, russin, russe, rus, russian federation, russische föderation, fédération de russie, federación rusa, روسي, 俄国
MX MEX mexican, mexikanisch, mexikaner, mexicain, mexican, مكسيكي
JP JPN japanese, japanisch, japaner, japonais, japon, nippon, ياباني
ET ETH ethiopian, äthiopisch, äthiopier, éthiopien, etíope, abyssinia, إثيوبي, اثيوبي, حبشي
PH PHL filipino, philippine, philippinisch, filipina, philippinin, philippin, فلبيني
EG EGY egyptian, ägyptisch, ägypter, égyptien, egipci, مصري
CD COD congolese, congo, kongo, dr congo, drc, congo kinshasa, democratic republic of the congo, zaire, kongolesisch, kongolese, demokratische republik kongo, rdc, congolais, république démocratique du congo, congoleñ, república democrática del congo, كونغولي
VN VNM vietnamese, viet nam, vietnamesisch, vietnamese, vietnamien, vietnamit, فيتنامي
IR IRN iranian, persian, persia, islamic republic of iran, iranisch, iraner, persisch, perser, iranien, perse, iraní, persa, إيراني, ايراني, فارسي
TR TUR turkish, turkey, türkiye, türkisch, türk, turc, turque, turc, turquía, تركي
DE DEU german, deutsch, brd, bundesrepublik deutschland, federal republic of germany, allemand, alemán, alemania, ألماني, الماني, 德意志
TH THA thai, siam, thailändisch, thailänder, thaïlandais, tailandés, تايلاندي, تايلندي
GB GBR uk, u.k, british, brit, britain, great britain, england, english, scotland, scottish, scot, wales, welsh, northern ireland, northern irish, britisch, brite, britin, großbritannien, grossbritannien, vk, engländer, englisch, schottland, schottisch, schotte, waliser, walisisch, nordirland, nordirisch, britannique, grande bretagne, anglais, angleterre, écosse, écossais, gallois, pays de galles, irlande du nord, británic, gran bretaña, inglés, inglaterra, escocia, escocés, gales, galés, irlanda del norte, بريطاني, بريطانيا, انجلترا, إنجلترا, انجليزي, إنجليزي, اسكتلندا, ويلز, 英格兰, 苏格兰, 威尔士, 大不列颠, 不列颠
TZ TZA tanzanian, zanzibar, tansanisch, tansanier, tanzanien, tanzan, تنزاني
FR FRA french, französisch, franzose, französin, français, francés, frances, فرنسي, 法兰西
ZA ZAF south african, rsa, südafrikanisch, südafrikaner, sud africain, sudafrican, جنوب أفريقي, جنوب افريقي
IT ITA italian, italienisch, italiener, italien, italian, إيطالي, ايطالي, 意国
KE KEN kenyan, kenianisch, kenianer, kényan, kenian, كيني
MM MMR burmese, burma, burmesisch, burmese, birma, birman, birmanie, birmania, ميانماري, بورمي, بورما
CO COL colombian, kolumbianisch, kolumbianer, colombien, colombian, كولومبي
KR KOR south korean, korean, korea, rok, republic of korea, südkoreanisch, südkoreaner, koreanisch, koreaner, coréen, sud coréen, corée, surcorean, corean, corea, كوري جنوبي, كوري, كوريا, 南韩, 大韩民国
UG UGA ugandan, ugandisch, ugander, ougandais, ugandés, أوغندي, اوغندي
SD SDN sudanese, sudanesisch, sudanese, soudanais, sudanés, سوداني
ES ESP spanish, spaniard, spanisch, spanier, espagnol, español, إسباني, اسباني, 西国
AR ARG argentine, argentinian, argentinisch, argentinier, argentin, argentin, أرجنتيني, ارجنتيني
DZ DZA algerian, algerisch, algerier, algérien, argelin, جزائري
IQ IRQ iraqi, irakisch, iraker, irakien, iraquí, irakí, عراقي
AF AFG afghan, afghanisch, afghane, afghan, afgan, أفغاني, افغاني
PL POL polish, pole, polnisch, polin, polonais, polac, بولندي, بولوني
CA CAN canadian, kanadisch, kanadier, canadien, canadiense, كندي
MA MAR moroccan, marokkanisch, marokkaner, marocain, marroquí, مغربي
SA SAU saudi, saudi arabian, ksa, kingdom of saudi arabia, saudisch, saudi arabisch, saoudien, saudit, saudí, سعودي
UA UKR ukrainian, ukrainisch, ukrainer, ukrainien, ucranian, أوكراني, اوكراني
AO AGO angolan, angolanisch, angolaner, angolais, angoleñ, أنغولي, انغولي
UZ UZB uzbek, usbekisch, usbeke, ouzbek, uzbek, أوزبكي, اوزبكي
YE YEM yemeni, jemenitisch, jemenit, yéménite, yemení, يمني
PE PER peruvian, peruanisch, peruaner, péruvien, peruan, بيروفي
MY MYS malaysian, malay, malaysisch, malaysier, malaisien, malasi, malayo, ماليزي
GH GHA ghanaian, ghanaisch, ghanaer, ghanéen, ghanés, غاني
MZ MOZ mozambican, mosambikanisch, mosambikaner, mozambicain, mozambiqueñ, موزمبيقي
NP NPL nepali, nepalese, nepalesisch, nepalese, népalais, nepalí, نيبالي
MG MDG malagasy, madagascan, madagassisch, madagasse, malgache, مدغشقري
CI CIV ivorian, ivory coast, ivorisch, ivorer, elfenbeinküste, ivoirien, marfileñ, costa de marfil, إيفواري, ساحل العاج, 象牙海岸
VE VEN venezuelan, venezolanisch, venezolaner, vénézuélien, venezolan, فنزويلي
CM CMR cameroonian, kamerunisch, kameruner, camerounais, camerunés, كاميروني
NE NER nigerien, nigrisch, nigrer, nigérien, nigerin, نيجري
AU AUS australian, aussie, australisch, australier, australien, australian, أسترالي, استرالي, 澳洲
KP PRK north korean, dprk, democratic people's republic of korea, korea, nordkoreanisch, nordkoreaner, nord coréen, norcorean, كوري شمالي, كوريا, 北韩
TW TWN taiwanese, formosa, chinese taipei, roc, taiwanisch, taiwaner, taïwanais, taiwanés, تايواني, 中华民国
ML MLI malian, malisch, malier, malien, maliense, مالي
BF BFA burkinabe, burkinisch, burkiner, burkinabé, burkinés, بوركيني
SY SYR syrian, syrisch, syrer, syrien, siri, سوري
LK LKA sri lankan, ceylon, srilankisch, sri lankisch, sri lanker, srilankais, sri lankais, ceilandés, esrilanqués, سريلانكي
MW MWI malawian, malawisch, malawier, malawien, malauí, مالاوي
ZM ZMB zambian, sambisch, sambier, zambien, zambian, زامبي
RO ROU romanian, rumanian, rumänisch, rumäne, rumänin, roumain, ruman, روماني
CL CHL chilean, chilenisch, chilene, chilien, chilen, تشيلي, شيلي
KZ KAZ kazakh, kazakhstani, kasachisch, kasache, kazakh, kazaj, كازاخستاني, كازاخي
TD TCD chadian, tschadisch, tschader, tchadien, chadian, تشادي
EC ECU ecuadorian, ecuadorianisch, ecuadorianer, équatorien, ecuatorian, إكوادوري, اكوادوري
GT GTM guatemalan, guatemaltekisch, guatemalteke, guatémaltèque, guatemaltec, غواتيمالي
SN SEN senegalese, senegalesisch, senegalese, sénégalais, senegalés, سنغالي
KH KHM cambodian, khmer, kampuchea, kambodschanisch, kambodschaner, cambodgien, camboyan, كمبودي
NL NLD dutch, holland, hollander, niederländisch, niederländer, holländisch, holländer, néerlandais, hollandais, hollande, neerlandés, holandés, holanda, هولندي, نيذرلاندي, 尼德兰
ZW ZWE zimbabwean, rhodesia, simbabwisch, simbabwer, zimbabwéen, zimbabuense, زيمبابوي
GN GIN guinean, guinea conakry, guineisch, guineer, guinéen, guinean, guinea, غيني
RW RWA rwandan, ruandisch, ruander, rwandais, ruandés, رواندي
BJ BEN beninese, dahomey, beninisch, beniner, béninois, beninés, بنيني
BI BDI burundian, burundisch, burundier, burundais, burundés, بوروندي
TN TUN tunisian, tunesisch, tunesier, tunisien, tunecin, تونسي
BO BOL bolivian, bolivianisch, bolivianer, bolivien, bolivian, بوليفي
HT HTI haitian, haitianisch, haitianer, haïtien, haitian, هايتي
BE BEL belgian, belgisch, belgier, belge, belga, بلجيكي
JO JOR jordanian, jordanisch, jordanier, jordanien, jordan, أردني, اردني
AE ARE emirati, uae, vae, eau, emiratisch, émirien, émirati, emiratí, dubai, abu dhabi, dubaï, إماراتي, اماراتي, دبي, 阿联酋, 迪拜
DO DOM dominican, dominikanisch, dominikaner, dominicain, dominican, دومينيكاني
CU CUB cuban, kubanisch, kubaner, cubain, cuban, كوبي
HN HND honduran, honduranisch, honduraner, hondurien, hondureñ, هندوراسي
CZ CZE czech, czech republic, bohemia, tschechisch, tscheche, tschechische republik, tchèque, république tchèque, chec, república checa, تشيكي, جمهورية التشيك, 捷克共和国
SE SWE swedish, swede, schwedisch, schwede, suédois, suec, سويدي
PT PRT portuguese, portugiesisch, portugiese, portugais, portugués, برتغالي
PG PNG papua new guinean, papuan, papua, papua neuguineisch, papouan, papouasien, papú, بابواني
AZ AZE azerbaijani, azeri, aserbaidschanisch, aserbaidschaner, azerbaïdjanais, azéri, azerbaiyan, azerí, أذربيجاني, اذربيجاني
GR GRC greek, hellas, griechisch, grieche, grec, grecque, grieg, helénic, يوناني
TJ TJK tajik, tajikistani, tadschikisch, tadschike, tadjik, tayik, طاجيكي
HU HUN hungarian, ungarisch, ungar, hongrois, húngar, مجري, هنغاري, المجر, هنغاريا
IL ISR israeli, israelisch, israeli, israélien, israelí, إسرائيلي, اسرائيلي
AT AUT austrian, österreichisch, österreicher, autrichien, austríac, austriac, نمساوي
BY BLR belarusian, belorussia, byelorussia, belarussisch, belarusse, weißrussland, weissrussland, weißrussisch, weißrusse, biélorusse, biélorussie, bielorrus, bielorrusia, بيلاروسي
CH CHE swiss, schweizerisch, schweizer, schweiz, helvetia, suisse, helvétique, suiz, سويسري
SL SLE sierra leonean, sierra leonisch, sierra leoner, sierra léonais, sierraleonés, سيراليوني
TG TGO togolese, togoisch, togoer, togolais, togolés, توغولي
HK HKG hong kong, hongkong, hongkonger, hongkongais, hongkonés, هونغ كونغ, هونج كونج, 港
LA LAO laotian, lao, laotisch, laote, laotien, laosian, لاوسي
PY PRY paraguayan, paraguayisch, paraguayer, paraguayen, paraguay, باراغوياني
LY LBY libyan, libysch, libyer, libyen, libi, ليبي
BG BGR bulgarian, bulgarisch, bulgare, bulgarin, bulgare, búlgar, بلغاري
RS SRB serbian, serb, serbisch, serbe, serbin, serbe, serbi, صربي
SV SLV salvadoran, salvadorianisch, salvadorianer, salvadorien, salvadoreñ, سلفادوري
NI NIC nicaraguan, nicaraguanisch, nicaraguaner, nicaraguayen, nicaragüense, نيكاراغوي
ER ERI eritrean, eritreisch, eritreer, érythréen, eritre, إريتري, اريتري
KG KGZ kyrgyz, kirghiz, kyrgyzstani, kirgisisch, kirgise, kirgisistan, kirgisien, kirghize, kirguís, قيرغيزي
TM TKM turkmen, turkmenisch, turkmene, turkmène, turcoman, turkmen, تركماني
SG SGP singaporean, singapurisch, singapurer, singapourien, singapurense, سنغافوري
DK DNK danish, dane, dänisch, däne, dänin, danois, danés, دنماركي, دانماركي
CF CAF central african, car, zentralafrikanisch, zentralafrikaner, rca, centrafricain, centroafrican, أفريقي وسطي
FI FIN finnish, finn, finnisch, finne, finnin, finlandais, finnois, finlandés, finés, فنلندي
SK SVK slovak, slovakian, slowakisch, slowake, slovaque, eslovac, سلوفاكي
CG COG congolese, congo, kongo, congo brazzaville, republic of the congo, kongolesisch, kongolese, republik kongo, congolais, congoleñ, كونغولي
NO NOR norwegian, norwegisch, norweger, norvégien, norueg, نرويجي
PS PSE palestinian, palestine, state of palestine, palästinensisch, palästinenser, palästina, palestinien, palestin, palestina, فلسطيني, فلسطين, 巴勒斯坦
IE IRL irish, eire, irisch, ire, irin, irlandais, irlandés, أيرلندي, ايرلندي, إيرلندي
NZ NZL new zealander, kiwi, aotearoa, neuseeländisch, neuseeländer, néo zélandais, neozelandés, نيوزيلندي, 纽西兰
CR CRI costa rican, costa ricanisch, costa ricaner, costaricien, costarricense, كوستاريكي
LB LBN lebanese, libanesisch, libanese, libanais, libanés, لبناني
KW KWT kuwaiti, kuwaitisch, kuwaiter, koweïtien, kuwaití, كويتي
LR LBR liberian, liberianisch, liberianer, libérien, liberian, ليبيري
PA PAN panamanian, panamaisch, panamaer, panaméen, panameñ, بنمي
OM OMN omani, omanisch, omaner, omanais, omaní, عماني
MR MRT mauritanian, mauretanisch, mauretanier, mauritanien, mauritan, موريتاني
HR HRV croatian, croat, kroatisch, kroate, kroatin, croate, croat, كرواتي
GE GEO georgian, georgisch, georgier, géorgien, georgian, جورجي
UY URY uruguayan, uruguayisch, uruguayer, uruguayen, uruguay, أوروغوياني
MN MNG mongolian, mongol, mongolisch, mongole, mongol, منغولي
BA BIH bosnian, bosnia, herzegovina, herzegovinian, bosnisch, bosnier, bosnien, bosniaque, bosnie, bosni, bosniaco, herzegovino, بوسني, البوسنة
PR PRI puerto rican, puerto ricanisch, puerto ricaner, portoricain, puertorriqueñ, بورتوريكي
AM ARM armenian, armenisch, armenier, arménien, armeni, أرميني, ارميني, أرمني
NA NAM namibian, namibisch, namibier, namibien, namibi, ناميبي
LT LTU lithuanian, litauisch, litauer, lituanien, lituan, ليتواني
JM JAM jamaican, jamaikanisch, jamaikaner, jamaïcain, jamaican, jamaiquin, جامايكي
AL ALB albanian, albanisch, albaner, albanais, albanés, ألباني, الباني
QA QAT qatari, katarisch, katarer, katar, qatarien, qatarí, catarí, قطري
GM GMB gambian, gambisch, gambier, gambien, gambian, غامبي
MD MDA moldovan, moldavian, moldavia, republic of moldova, moldauisch, moldauer, moldawien, moldawisch, moldave, moldav, مولدوفي
BW BWA botswanan, botsuanisch, botsuaner, botswanais, botsuan, botswanes, بوتسواني
GA GAB gabonese, gabunisch, gabuner, gabonais, gabonés, غابوني
LS LSO basotho, mosotho, lesothisch, lesother, lésothien, lesothan, ليسوتي
GW GNB bissau guinean, guinea, guinea bissauisch, bissau guinéen, guinean, غيني بيساوي
SI SVN slovenian, slovene, slowenisch, slowene, slovène, esloven, سلوفيني
MK MKD macedonian, macedonia, fyrom, mazedonisch, mazedonier, nordmazedonisch, mazedonien, macédonien, macédoine, macedoni, مقدوني, مقدونيا, 马其顿
LV LVA latvian, lettisch, lette, lettin, letton, letón, لاتفي
GQ GNQ equatorial guinean, equatoguinean, guinea, äquatorialguineisch, équato guinéen, ecuatoguinean, غيني استوائي
TT TTO trinidadian, tobagonian, trinidad, tobago, trinidadisch, trinidadien, trinitense, ترينيدادي
BH BHR bahraini, bahrainisch, bahrainer, bahreïnien, bahreiní, بحريني
TL TLS timorese, east timor, east timorese, osttimor, timoresisch, timorais, timor oriental, timorense, تيموري, تيمور الشرقية, 东帝汶
EE EST estonian, estnisch, este, estin, estonien, estoni, إستوني, استوني
MU MUS mauritian, mauritisch, mauritier, mauricien, maurician, موريشي
CY CYP cypriot, zyprisch, zypriot, zyprer, zyprischer, chypriote, chipriot, قبرصي
SZ SWZ swazi, swaziland, swasiland, swasi, suazi, suazilandia, سوازي, سوازيلاند, 斯威士兰
DJ DJI djiboutian, dschibutisch, dschibutier, djiboutien, yibutian, جيبوتي
FJ FJI fijian, fidschianisch, fidschianer, fidjien, fiyian, فيجي
KM COM comorian, comoran, komorisch, komorer, comorien, comorense, قمري
GY GUY guyanese, guyanisch, guyaner, guyanien, guyanais, guyanés, غياني
BT BTN bhutanese, bhutanisch, bhutaner, bhoutanais, butanés, بوتاني
SB SLB solomon islander, salomonisch, salomoner, salomonien, salomonense, سليماني
MO MAC macanese, macau, macao, macauisch, macanais, macaense, مكاوي, 澳门
LU LUX luxembourger, luxembourgish, luxemburgisch, luxemburger, luxembourgeois, luxemburgués, لوكسمبورغي
ME MNE montenegrin, montenegrinisch, montenegriner, monténégrin, montenegrin, جبلي أسود
SR SUR surinamese, surinamisch, surinamer, surinamais, surinamés, سورينامي
CV CPV cape verdean, cape verde, kapverdisch, kapverdier, kap verde, cap verdien, caboverdian, رأس أخضري
MT MLT maltese, maltesisch, malteser, maltais, maltés, مالطي
BN BRN bruneian, brunei darussalam, bruneiisch, bruneier, brunéien, bruneano, بروناوي
BZ BLZ belizean, belizisch, belizer, bélizien, beliceñ, بليزي
MV MDV maldivian, maledivisch, malediver, maldivien, maldiv, مالديفي
BS BHS bahamian, bahamaisch, bahamaer, bahaméen, bahameñ, باهامي
IS ISL icelandic, icelander, isländisch, isländer, islandais, islandés, آيسلندي, أيسلندي, ايسلندي
VU VUT ni vanuatu, vanuatuan, vanuatuisch, vanuatuan, vanuatuense, فانواتي
BB BRB barbadian, bajan, barbadisch, barbadier, barbadien, barbadense, بربادوسي
ST STP sao tomean, são toméan, são tomé, sao tome, são toméisch, santoméen, santotomense, ساوتومي
WS WSM samoan, western samoa, samoanisch, samoaner, samoan, ساموي
LC LCA saint lucian, st lucia, lucianisch, lucianer, saint lucien, santalucense, لوسي
KI KIR i kiribati, gilbertese, kiribatisch, kiribatier, kiribatien, kiribatian, كيريباتي
GD GRD grenadian, grenadisch, grenader, grenadien, granadin, غرينادي
VC VCT vincentian, st vincent, vincentisch, vincenter, vincentais, saint vincentais, sanvicentin, فينسنتي
TO TON tongan, tongaisch, tongaer, tonguien, tongan, تونغي
FM FSM micronesian, mikronesisch, mikronesier, micronésien, micronesi, ميكرونيزي
AG ATG antiguan, barbudan, antigua, barbuda, antiguanisch, antiguaner, antiguais, antiguan, أنتيغوي
SC SYC seychellois, seychelles, seychellisch, seycheller, seychellense, سيشلي
AD AND andorran, andorranisch, andorraner, andorran, أندوري, اندوري
DM DMA dominican, dominica, dominicanisch, dominiquais, dominiqués, دومينيكي
MH MHL marshallese, marshallisch, marshaller, marshallais, marshalés, مارشالي
KN KNA kittitian, nevisian, st kitts, saint kitts, nevis, kittisch, kittitien, christophien, sancristobaleñ, نيفيسي
LI LIE liechtensteiner, liechtensteinisch, liechtensteinois, liechtensteinian, ليختنشتايني
MC MCO monegasque, monégasque, monegassisch, monegasse, monegasc, موناكي
SM SMR sammarinese, san marinese, san marinesisch, saint marinais, san marinais, sanmarinense, سان ماريني
PW PLW palauan, palauisch, palauer, palaosien, palauan, بالاوي
NR NRU nauruan, nauruisch, nauruer, nauruan, ناوروي
TV TUV tuvaluan, tuvaluisch, tuvaluer, tuvaluan, توفالي
VA VAT vatican, holy see, vatikan, vatikanisch, heiliger stuhl, saint siège, vatican, santa sede, vaticano, فاتيكاني, الكرسي الرسولي, 教廷, 圣座
XK XKX xkk, kosovar, kosovan, kosovarisch, kosovare, kosovien, kosov, كوسوفي
SO SOM somali, somalian, somalisch, somalier, somalien, somalí, صومالي
SS SSD south sudanese, südsudanesisch, südsudanese, sud soudanais, sursudanés, جنوب سوداني
RE REU réunion, réunionnais, reunionés
GP GLP guadeloupean, guadeloupéen, guadalupeñ
MQ MTQ martinican, martiniquais, martiniqués
GF GUF french guianese, französisch guayana, guyanais, francoguayanés
YT MYT mahoran, mahorais
PF PYF french polynesian, tahiti, tahitian, polynesisch, polynésien, polinesi
NC NCL new caledonian, neukaledonisch, néo calédonien, neocaledoni
GU GUM guamanian, chamorro
VI VIR us virgin islander, usvi, virgin islands, amerikanische jungferninseln, jungferninseln, îles vierges, islas vírgenes
VG VGB british virgin islander, bvi, virgin islands, tortola, jungferninseln, îles vierges, islas vírgenes
KY CYM caymanian, cayman, kaiman, caïmanien, caimanés
BM BMU bermudian, bermudisch, bermudien, bermudeñ
JE JEY jersey, jerseyman
GG GGY guernsey, channel islands, kanalinseln, îles anglo normandes
IM IMN manx, isle of man
GI GIB gibraltarian, gibraltarisch, gibraltarien, gibraltareñ
FO FRO faroese, faroe, färöisch, färinger, féroïen, feroés
GL GRL greenlandic, greenlander, grönländisch, grönländer, groenlandais, groenlandés
AW ABW aruban, arubanisch, arubais, arubeñ
CW CUW curacaoan, curaçao, curazoleñ
SX SXM sint maarten, st maarten
MF MAF saint martin, st martin
BL BLM saint barthélemy, st barts
BQ BES bonaire, saba, sint eustatius, caribbean netherlands, karibische niederlande
TC TCA turks and caicos, tci
AI AIA anguillian, anguillais
MS MSR montserratian
AS ASM american samoan
MP MNP northern mariana, saipan
FK FLK falkland, falklander, malvinas, malouines, malvinense
SH SHN saint helena, st helena, ascension, tristan da cunha
PM SPM saint pierre, st pierre, miquelon
WF WLF wallis, futuna
CK COK cook islander
NU NIU niuean
TK TKL tokelauan
NF NFK norfolk
CX CXR christmas island
CC CCK cocos, keeling
PN PCN pitcairn
IO IOT chagos, diego garcia
AX ALA åland, aland, ålandish
SJ SJM svalbard, spitsbergen, spitzbergen, jan mayen
EH ESH sahrawi, western sahara, westsahara, sahraoui, saharaui, صحراوي
TF ATF french southern territories, kerguelen
GS SGS south georgia
HM HMD heard, mcdonald
BV BVT bouvet
UM UMI us minor outlying islands, wake, midway
AQ ATA antarctica, antarktis
`;
