/**
 * Given names of Europe and America, and a few family names, as Arabic and Persian write them. Read letter by letter they are
 * another word: جورج is `jwrj`. Each entry is a Latin spelling and its spellings after `plainArabic`.
 */
const WESTERN_NAMES = `
  george جورج, michael مايكل, michel ميشيل ميشال, john جون, johnny جوني, jack جاك, james جيمس, jimmy جيمي,
  joseph جوزيف جوزف, joe جو, william ويليام وليام وليم, robert روبرت روبير, richard ريتشارد ريشارد,
  charles تشارلز شارل, charlie تشارلي شارلي, david ديفيد دافيد, daniel دانيل, thomas توماس, tom توم, peter بيتر,
  paul بول, pierre بيير بيار, patrick باتريك, philip فيليب, philippe فيليبي, edward ادوارد ادوار, eric اريك ايريك,
  frank فرانك, francis فرانسيس, francois فرانسوا, francesco فرانشيسكو, francisco فرانسيسكو, frederick فريدريك,
  friedrich فريدريش, henry هنري, harry هاري, howard هوارد, alexander الكسندر, alexandre الكساندر, albert البرت البير,
  alfred الفرد الفريد, andrew اندرو, andre اندريه, andrea اندريا, anthony انتوني, antonio انطونيو انتونيو,
  antoine انطوان, anton انطون, arthur ارثر ارتور, benjamin بنجامين, binyamin بنيامين, bernard برنارد, brian براين بريان,
  bruno برونو, carl كارل, carlos كارلوس, christian كريستيان, christopher كريستوفر, claude كلود, daniil دانييل,
  dennis دينيس, donald دونالد, douglas دوغلاس, edgar ادغار, edmond ادمون, emil اميل, emmanuel ايمانويل ايمانول,
  ernest ارنست, eugene يوجين, ferdinand فرديناند, fernando فرناندو, gabriel غابرييل غبريال, gary غاري,
  gerard جيرار جيرارد, gilbert جيلبرت جلبير, gregory غريغوري, guillermo غييرمو, gustav غوستاف, hans هانز هانس,
  harold هارولد, helmut هلموت, herbert هربرت, hugo هوغو, jacob جاكوب, javier خافيير, jeffrey جيفري, jerome جيروم,
  jonathan جوناثان, jose خوسيه, juan خوان, julian جوليان, justin جاستن, keith كيث, kenneth كينيث, kevin كيفن كيفين,
  klaus كلاوس, larry لاري, lawrence لورانس لورنس, leonard ليونارد, leon ليون, louis لويس, luca لوكا, lucas لوكاس,
  manuel مانويل, marc مارك, marco ماركو, mario ماريو, martin مارتن مارتين, matthew ماثيو, maurice موريس, max ماكس,
  maxim ماكسيم مكسيم, miguel ميغيل, nicholas نيكولاس, nicolas نيقولا نقولا, nicola نيكولا, oliver اوليفر,
  oscar اوسكار, otto اوتو, pablo بابلو, pedro بيدرو, ralph رالف, raymond ريمون ريموند, rene رينيه, roger روجر روجيه,
  roland رولان رولاند, ronald رونالد, rudolf رودولف, samuel صموييل, scott سكوت, sebastian سيباستيان, sergio سيرجيو,
  simon سيمون سايمون, stanley ستانلي, stephen ستيفن, stefan ستيفان, theodore ثيودور تيودور, timothy تيموثي,
  tony توني طوني, victor فيكتور, vincent فنسنت فانسان, walter والتر, werner فيرنر, wolfgang فولفغانغ,
  vladimir فلاديمير, sergei سيرغي سيرجي, dmitry ديمتري دميتري, ivan ايفان, igor ايغور, oleg اوليغ, boris بوريس,
  yuri يوري, mikhail ميخاييل ميخايل, nikolai نيكولاي, alexei اليكسي الكسي, andrei اندري, pavel بافل بافيل,
  konstantin قسطنطين كونستانتين, evgeny يفغيني يفجيني, alice اليس, angela انجيلا, anna انا, barbara باربرا,
  catherine كاترين كاثرين, caroline كارولين, charlotte شارلوت, christina كريستينا, christine كريستين, diana ديانا,
  elena ايلينا, elizabeth اليزابيث, emma ايما, eva ايفا, helen هيلين, irene ايرين, isabel ايزابيل, jennifer جينيفر,
  jessica جيسيكا, julia جوليا, karen كارين, laura لورا, linda ليندا, lisa ليزا, margaret مارغريت, maria ماريا,
  marie ماري, martha مارثا, monica مونيكا, nancy نانسي, natalia ناتاليا, nicole نيكول, olga اولغا, patricia باتريشيا,
  rebecca ريبيكا, rose روز, sandra ساندرا, silvia سيلفيا, sofia صوفيا, sophie صوفي, stephanie ستيفاني, susan سوزان,
  tatiana تاتيانا, teresa تيريزا, victoria فيكتوريا, virginia فرجينيا, washington واشنطن, smith سميث, johnson جونسون,
  jackson جاكسون, williams ويليامز, wilson ويلسون, brown براون, miller ميلر, taylor تايلور, clinton كلينتون,
  kennedy كينيدي, lincoln لينكولن, churchill تشرشل, thatcher تاتشر, garcia غارسيا, rodriguez رودريغيز,
  fernandez فرنانديز, lopez لوبيز, gonzalez غونزاليز, muller مولر, schmidt شميت شميدت, putin بوتين, ivanov ايفانوف,
  petrov بيتروف
`;

/** All of them, one entry a line. */
export const WESTERN_ARABIC_NAMES: readonly string[] = WESTERN_NAMES.trim().split(/\s*,\s*/);
