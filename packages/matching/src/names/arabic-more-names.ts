/**
 * More names in Arabic letters with their vowels, beside the most frequent ones in `arabic-names.ts`. A name that is read
 * without its vowels is like too many others; one that is known differs from `hamid` where it is `hamdi`. Each entry is a
 * Latin spelling and its spellings after `plainArabic`.
 */

/** Given names of men. */
const MEN = `
  wisam وسام, wajdi وجدي, wahid وحيد, wahib وهيب, wadi وديع, waddah وضاح, waqas وقاص, wasim وسيم, wajih وجيه,
  wafiq وفيق, yasin ياسين, yasir ياسر, yazid يزيد, yaman يمان, yazan يزن, yunus يونس, yusri يسري, zuhair زهير,
  zahi زاهي, zahid زاهد, tamir تامر, tamim تميم, taisir تيسير, thair ثاير, tammam تمام, tahsin تحسين, shadi شادي,
  shawqi شوقي, shafii شافعي, shuaib شعيب, shahin شاهين, shaban شعبان, shahid شهيد شاهد, sharaf شرف, shuja شجاع,
  sinan سنان, siraj سراج, saqr صقر, subhi صبحي, sufyan سفيان, suhaib صهيب, sakhr صخر, salam سلام, salama سلامه,
  saadi سعدي, saadoun سعدون, saud سعود, sajid ساجد, sajjad سجاد, samer سامر, samih سميح سامح, sari ساري, rafat رافت, raad رعد,
  raif رايف, raghib راغب, rajab رجب, raja رجا, rajih راجح, rakan راكان, rayan ريان, ridwan رضوان, rizq رزق, rushdi رشدي,
  rafi رفيع, rabah رباح, rabih رابح, rahma رحمه, razzaq رزاق, qutaiba قتيبه, qahtan قحطان, qaddur قدور, nail نايل,
  nawaf نواف, nawfal نوفل, nazih نزيه, nizam نظام, numan نعمان, nashat نشات, nasif ناصيف نصيف, nabhan نبهان, najm نجم,
  nimr نمر, muayyad مويد, mudar مضر, muhannad مهند, mundhir منذر, munif منيف, muntasir منتصر, murtada مرتضي,
  muwaffaq موفق, mutasim معتصم, muqtada مقتدي, musab مصعب, musaid مساعد, muslih مصلح, mutaz معتز, muhyi محي محيي,
  mufid مفيد, mufti مفتي, muhajir مهاجر, midhat مدحت, mishal مشعل, misbah مصباح, miqdad مقداد, mirza ميرزا,
  mishari مشاري, muammar معمر, munib منيب, luqman لقمان, labib لبيب, kanan كنعان, karam كرم, khairi خيري, khaldun خلدون,
  khalaf خلف, khattab خطاب, khidr خضر, khudair خضير, kifah كفاح, kinan كنان, jarrah جراح, juma جمعه, junaid جنيد,
  jubran جبران, ihsan احسان, ilham الهام, iyas اياس, izz عز, ikrima عكرمه, iskandar اسكندر, ismat عصمت, hazim حازم,
  hammam همام, hammud حمود, hanna حنا, harith حارث, hassun حسون, hikmat حكمت, hudhaifa حذيفه, ghaith غيث, faris فارس,
  fahmi فهمي, faiq فايق, fakhri فخري, fakhr فخر, fatih فاتح, fawaz فواز, fikri فكري, firas فراس, furqan فرقان,
  fayiz فايز, dirar ضرار, diya ضيا, dhiyab ذياب, duraid دريد, danial دانيال, baha بها, bakri بكري, bandar بندر,
  basil باسل, badawi بدوي, bahjat بهجت, barakat بركات, ata عطا, atif عاطف, atiya عطيه, awad عوض, awni عوني, aws اوس,
  azmi عزمي, azhar ازهر, amjad امجد, ammar عمار, anis انيس, antar عنتر, aqil عقيل, arafat عرفات, arif عارف, arkan اركان,
  ashur عاشور, aslam اسلم, akif عاكف, ala علا, alawi علوي, allawi علاوي, alwan علوان, adham ادهم, adib اديب, afif عفيف,
  ahsan احسن, abid عابد, abidin عابدين, hamdan حمدان, zaidan زيدان, hamad حمد, dhafir ظافر, dakhil دخيل, dhib ذيب,
  falah فلاح, falih فالح, faihan فيحان, ghanim غانم, hadid حديد, hijab حجاب, huwaidi هويدي, ibad عباد, jarir جرير,
  jaysh جيش, kasim كاسم, majdi مجدي, malih مليح, mamduh ممدوح, maruf معروف, mashhur مشهور, matar مطر, mubashir مبشر,
  muflih مفلح, muhib محب, nafi نافع, najah نجاح, nasruddin نصرالدين, nawras نورس, qaisar قيصر, rabbani رباني,
  rashwan رشوان, safi صافي, sahl سهل, sannad سند, shaghaf شغف, shaddad شداد, sharar شرار, sulayman سليمن, talha طلحه,
  thabit ثابت, ubaid عبيد, ubaida عبيده, uqba عقبه, usaid اسيد, utba عتبه, yaarub يعرب, zafar ظفر, zuhdi زهدي
`;

/** Names of God, which follow the article after a servant. */
const ATTRIBUTES = `
  hai حي, halim حليم, khaliq خالق, wahhab وهاب, wahab وهب, wadud ودود, rasul رسول, nabi نبي, rab رب, raziq رازق,
  sattar ستار, shakur شكور, qayyum قيوم, basit باسط, bari باري, matin متين, hakam حكم, tawwab تواب, fattah فتاح,
  qahhar قهار, mannan منان, hannan حنان, mujib مجيب, muin معين, muizz معز, nafia نافعه
`;

/** Given names of women. */
const WOMEN = `
  huda هدي, hind هند, hala هاله, hiba هبه, hayat حياه, iman ايمان, khawla خوله, lina لينا, lama لمي, lubna لبني,
  maha مها, manal منال, muna مني, nada ندي, nadia ناديه, najwa نجوي, nawal نوال, nisrin نسرين, nura نوره, rabab رباب,
  raghad رغد, rania رانيا, rawan روان, rim ريم, rima ريما, ruqaya رقيه, rula رولا, sahar سحر, salma سلمي, samar سمر,
  sara ساره, sawsan سوسن, shahd شهد, shaima شيما, suad سعاد, suha سهي, suhaila سهيله, sukaina سكينه, umm ام,
  yasmin ياسمين, wafa وفا, widad وداد, zahra زهرا, zuhra زهره, hanin حنين, dalal دلال, dina دينا, dalia داليا,
  farah فرح, fatin فاتن, ghada غاده, inas ايناس, intisar انتصار, jamila جميله, jihan جيهان, kawthar كوثر, latifa لطيفه,
  maysa ميسا, najla نجلا, naima نعيمه, nahla نهله, rasha رشا, safa صفا, safiya صفيه, salwa سلوي, sana سنا, shahla شهلا,
  shirin شيرين, sundus سندس, thuraya ثريا, wijdan وجدان, zakiya زكيه, asma اسما, amal امل امال, amani اماني, arwa اروي,
  azza عزه, aziza عزيزه, bushra بشري, buthaina بثينه, dunya دنيا, hafsa حفصه, halima حليمه, hamida حميده, hasna حسنا,
  ibtisam ابتسام, karima كريمه, khalida خالده, lamia لميا, majida ماجده, malak ملاك, marwa مروه, nabila نبيله,
  nahid ناهد, rahaf رهف, ranim رنيم, rawda روضه, saadia سعديه, safia صافيه, shatha شذي, siham سهام, tahira طاهره,
  taghrid تغريد, umaima اميمه
`;

/** Family names by a place, a tribe or a descent. */
const ORIGINS = `
  halabi حلبي, hamawi حموي, himsi حمصي, dimashqi دمشقي, maqdisi مقدسي, khalili خليلي, nabulsi نابلسي, ghazali غزالي,
  ghazzawi غزاوي, basri بصري, mawsili موصلي, kurdi كردي, turkmani تركماني, afghani افغاني, baluchi بلوشي, bukhari بخاري,
  daghistani داغستاني, dulaimi دليمي, jaburi جبوري, tamimi تميمي, shammari شمري, zubaidi زبيدي, rubaie ربيعي,
  janabi جنابي, azzawi عزاوي, ubaidi عبيدي, hashimi هاشمي, khafaji خفاجي, maliki مالكي, musawi موسوي, najafi نجفي,
  karbalai كربلايي, hakimi حكيمي, samarrai سامرايي, ani عاني, duri دوري, rawi راوي, hamdani حمداني, ghamdi غامدي,
  zahrani زهراني, qahtani قحطاني, utaibi عتيبي, harbi حربي, mutairi مطيري, shihri شهري, dawsari دوسري, qarni قرني,
  asiri عسيري, juhani جهني, balawi بلوي, anazi عنزي, rashidi رشيدي, subaie سبيعي, hijri هجري, kaabi كعبي, marri مري,
  mansuri منصوري, mazrui مزروعي, nuaimi نعيمي, suwaidi سويدي, kutbi كتبي, falasi فلاسي, shamsi شامسي, dhahiri ظاهري,
  hammadi حمادي, qubaisi قبيسي, muhairi مهيري, rumaithi رميثي, amiri عامري اميري, zaabi زعابي, hajri هاجري,
  kuwari كواري, thani ثاني, sulaiti سليطي, muhannadi مهندي, khulaifi خليفي, ajmi عجمي, fadhli فضلي, kandari كندري,
  mutawa مطوع, qurashi قرشي, quraishi قريشي, ansari انصاري, awlaqi عولقي, hadrami حضرمي, sanaani صنعاني, adani عدني,
  huthi حوثي, wuhaishi وحيشي, raimi ريمي, nashiri ناشري, makki مكي, madani مدني, sudani سوداني, sumali صومالي,
  hindi هندي, sindi سندي, farsi فارسي, rumi رومي, kufi كوفي, wasiti واسطي, qatari قطري, bahraini بحريني, zarqawi زرقاوي,
  zubi زعبي, hurani حوراني, shishani شيشاني, sharkasi شركسي, majali مجالي, barghuthi برغوثي, lubnani لبناني, suri سوري,
  urduni اردني, jawlani جولاني, idlibi ادلبي, raqqawi رقاوي, maghribi مغربي, andalusi اندلسي, fasi فاسي, tazi تازي,
  idrisi ادريسي, misrati مصراتي, warfalli ورفلي, tarhuni ترهوني, zawi زاوي, tarabulsi طرابلسي, jibali جبالي, tawil طويل,
  rifai رفاعي, kilani كيلاني, jilani جيلاني, qudsi قدسي, yafii يافعي, awadi عوضي, khalidi خالدي, qasimi قاسمي,
  nahyan نهيان, maktum مكتوم, busaidi بوسعيدي, harithi حارثي, kindi كندي, kharusi خروصي, lawati لواتي, maawali معولي,
  habsi حبسي
`;

/** Family names by a craft, a look or a forefather. */
const CRAFTS = `
  haddad حداد, najjar نجار, khatib خطيب, qadi قاضي, sabbagh صباغ, sayigh صايغ, khayyat خياط, khabbaz خباز, hallaq حلاق,
  jazzar جزار, qassab قصاب, naqqash نقاش, banna بنا, baitar بيطار, attar عطار, saati ساعاتي, tabbakh طباخ, dabbagh دباغ,
  fakhuri فاخوري, sarraf صراف, sawwaf صواف, sukkar سكر, tahhan طحان, zayyat زيات, ashqar اشقر, aswad اسود, abyad ابيض,
  ahmar احمر, akhras اخرس, atrash اطرش, bustani بستاني, khuri خوري, maluf معلوف, hariri حريري, shaar شعار, qattan قطان,
  hallaj حلاج, hammal حمال, kattan كتان, lahham لحام, nahhas نحاس, rassam رسام, saqqa سقا, shalabi شلبي, tarazi ترزي,
  turjuman ترجمان, asali عسلي, baz باز, khazin خازن, khazraji خزرجي, mudarris مدرس, muallim معلم, muadhin موذن,
  naqib نقيب, rayyis ريس, shair شاعر, tajir تاجر, wazzan وزان, zaim زعيم, kahlil كحيل, shahrur شحرور, suwaidan سويدان,
  tamimah تميمه, aqqad عقاد, ajluni عجلوني, masalha مصالحه, makhluf مخلوف, khaddam خدام, tlass طلاس, shar شرع,
  haswani حسواني, qatirji قاطرجي, hamshu حمشو, kuzbari كزبري, qadhafi قذافي, sanusi سنوسي, turabi ترابي, mahjub محجوب,
  ghannushi غنوشي, marzuqi مرزوقي, mabruk مبروك, bennani بناني, bilhajj بلحاج, miqati ميقاتي, karami كرامي, barri بري,
  jumblat جنبلاط, dahlan دحلان, haniya هنيه, sinwar سنوار, dayf ضيف, rantisi رنتيسي, zahhar زهار, shallah شلح,
  habash حبش, jibril جبريل, nakhala نخاله, baraka بركه, rizk رزقي
`;

/** Persian names. */
const PERSIAN = `
  bahman بهمن, bahram بهرام, bahrami بهرامي, behruz بهروز, behnam بهنام, behzad بهزاد, bijan بيژن, dariush داريوش,
  esfandiar اسفنديار, farhad فرهاد, faramarz فرامرز, farshad فرشاد, farzad فرزاد, fereydun فريدون, firuz فيروز,
  hushang هوشنگ, hormoz هرمز, iraj ايرج, jahangir جهانگير, jamshid جمشيد, kamran كامران, kaveh كاوه, keyvan كيوان,
  khosrow خسرو, kurosh كوروش كورش, manuchehr منوچهر, mehran مهران, mehrdad مهرداد, mojtaba مجتبي, navid نويد, nima نيما,
  omid اميد, parsa پارسا, payam پيام, pejman پژمان, peyman پيمان, puya پويا, ramin رامين, rostam رستم, rostami رستمي,
  ruh روح, saman سامان, sepehr سپهر, shahram شهرام, shahriar شهريار, shahrokh شاهرخ, siamak سيامك, siavash سياوش,
  sohrab سهراب, sorush سروش, turaj تورج, yad يد, zabih ذبيح, ayat ايت, arash ارش, ardeshir اردشير, arman ارمان,
  babak بابك, azadeh ازاده, farideh فريده, fereshteh فرشته, golnaz گلناز, laleh لاله, mahin مهين, mahnaz مهناز,
  marjan مرجان, mina مينا, nazanin نازنين, nilufar نيلوفر, parisa پريسا, parvin پروين, roya رويا, sepideh سپيده,
  simin سيمين, nejad نژاد, pur پور, khamenei خامنهاي خامنيي, rafsanjani رفسنجاني, ruhani روحاني, khatami خاتمي,
  larijani لاريجاني, jannati جنتي, tehrani تهراني, isfahani اصفهاني, shirazi شيرازي, tabrizi تبريزي, kermani كرماني,
  yazdi يزدي, qomi قمي, mashhadi مشهدي, hamadani همداني, gilani گيلاني, mazandarani مازندراني, khorasani خراساني,
  ardabili اردبيلي, kashani كاشاني, semnani سمناني, akbari اكبري, asadi اسدي, azizi عزيزي, baqeri باقري,
  ebrahimi ابراهيمي, eslami اسلامي, fallahi فلاحي, habibi حبيبي, heidari حيدري, jalali جلالي, kazemi كاظمي, khani خاني,
  mahmudi محمودي, maleki ملكي, moradi مرادي, naderi نادري, nasiri نصيري, nazari نظري, qorbani قرباني, rezaei رضايي,
  sadeqi صادقي, safari صفري, salimi سليمي, shafiei شفيعي, sharifi شريفي, soleimani سليماني, taheri طاهري, taqavi تقوي,
  yusefi يوسفي, zamani زماني, zare زارع, vahidi وحيدي, jalili جليلي, abbasi عباسي, davudi داوودي, farahani فراهاني,
  hatami حاتمي, mohseni محسني, naqdi نقدي, qaani قااني, salami سلامي, shamkhani شمخاني, amini اميني, davari داوري,
  ghaffari غفاري, kamali كمالي, mirzai ميرزايي, mortazavi مرتضوي, nasseri ناصري, norouzi نوروزي, pakpur پاكپور,
  razavi رضوي, shojai شجاعي, tavakoli توكلي, vaezi واعظي, zand زند, zarif ظريف, bozorg بزرگ, salehi صالحي
`;

/** Names of Afghanistan and Pakistan. */
const EASTERN = `
  wakil وكيل, gulab گلاب, jan جان, lal لال, mir مير, pir پير, sardar سردار, taj تاج, turab تراب, wazir وزير, yar يار,
  zar زر, zaman زمان, zalmay زلمي, hekmatyar حكمتيار, karzai كرزي, dostum دوستم, sayyaf سياف, hotak هوتك, baradar برادر,
  gulbuddin گلبدين, muttaqi متقي, nurzai نورزي, achakzai اچكزي, afridi افريدي, khattak خٹك, mahsud محسود,
  zardari زرداري, bhutto بهٹو, chaudhry چودهري چوهدري, butt بٹ, siddiqui صديقي, faruqi فاروقي, usmani عثماني,
  zaidi زيدي, naqvi نقوي, abidi عابدي, iftikhar افتخار, imtiaz امتياز, ijaz اعجاز, irfan عرفان, israr اسرار,
  javed جاويد, kashif كاشف, khurram خرم, liaqat لياقت, mazhar مظهر, mumtaz ممتاز, musharraf مشرف, nadim نديم,
  nawaz نواز, shahbaz شهباز, shahzad شهزاد, shakil شكيل, shaukat شوكت, tanvir تنوير, tausif توصيف, waqar وقار,
  zulfiqar ذوالفقار, lakhvi لكهوي, dad داد, sarwar سرور, painda پاينده, stanekzai ستانكزي, rahmat رحمت, hayat حيات,
  inayat عنايت, barkat بركت, hidayat هدايت, niamat نعمت, shafqat شفقت, nusrat نصرت, quraish قريش, baloch بلوچ,
  bugti بگٹي
`;

/** Names that read letter by letter are another word: a title, a short form of Mohammed. */
const OTHERWISE_WORDS = `
  adam ادم, movahhed موحد, adnani عدناني, imam امام
`;

/** All of them, one entry a line. */
export const MORE_ARABIC_NAMES: readonly string[] = [
  MEN,
  ATTRIBUTES,
  WOMEN,
  ORIGINS,
  CRAFTS,
  PERSIAN,
  EASTERN,
  OTHERWISE_WORDS,
].flatMap((names) =>
  names
    .trim()
    .split(/\s*,\s*/)
    .filter((entry) => entry !== ''),
);
