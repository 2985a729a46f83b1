/** Frequent characters of East Asian names, places and texts: how likely a text is, when it is read in an encoding. */

const JAPANESE =
  '田中山本木村佐藤鈴高橋伊渡辺小林加吉井上松清水斎斉池阿部石川原崎森島岡長谷近遠福西野三浦後坂青金竹内和宮大久保丸千葉今東杉平菅新工熊桜安菊北南古市河秋柴酒横尾増武荒関土沢澤下永神服樋口星白黒赤矢戸片桐須飯塚塩岩堀根津江花馬場望月早奥栗栄堤寺多成瀬畑八二一四五六七九十百万太郎次子美恵智裕優奈真由香里菜愛結衣陽翔蓮悠斗颯樹拓海健翼誠浩明正弘隆博之幸雄秀義男進茂勇実修哲也直人康介洋亮輔達彦夫治信昭光広志英雅敏文紀仁司聡史学剛徹淳賢俊章忠良政孝友貴晃佳代春夏冬雪桃莉緒舞彩綾沙織紗希未来心咲凛葵琴音穂典令京都阪府道県区町郡丁目番地号室株式会社有限営業課員名前氏住所電話備考様御日語年時分国行事者手見自発回出生同立間私動全力気意思当理体合的表関通最定新化主用教院方札幌茨城栃埼玉良滋賀岐阜兵庫鳥取徳媛沖縄鹿児島濱嶋圭介宏紘豊繁茂弥祐啓充隼凌駿涼那音羽乃絵梨沙耶早苗久仁枝貞静富喜勝利次郎三郎御客担当先店舗品質問合計金額税込送料';

const SIMPLIFIED =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂小红玲建国华志新春梅海燕雪玉珍云飞鹏宇浩轩子涵欣怡梓晨佳思语嘉诗琪一博诺天俊凯鑫波斌宁辉峰健亮成中大北京上海广州深圳津重庆南杭汉都西安省市区县路号街道镇村公司有限责任集团科技电子商务贸易部经理客户姓名地址邮箱话备注的是在不了和人这为个我以要他时来用们生到作出就分对会可主发年动同工也能下过说产种面而后多定行学法所民得十三之进着等度家力里如水化自二起物现实加量两体制机当使点从业本去把性好应开它合还因由其些然前外政四日那社义事形相全表间样与关各线内数正心反你看原又么利比或但质气第向命此变条只没结解问意月无系很情者最立代想已通并提直题党展五果料象员革位入总次品式活设及管特件长求老头基资边流级少图山统接知较将组见计别她手角期根论运农指几九放决被干做必战先回则取据处队给色光门即保治造百规热领七口东导器压世增争济阶油术极交受联什认六共权收证改清己美再采转更单风切打教速花带场身车例真具每目至达走积示议声报斗完类八离确才信节米整空元况今温传土步群记需研界拉律叫且究观越织装影算低持音众书布复容儿须际非验连断难近矿千委素半办青列习响约支般感劳便团往酸历克除消构府称太准精值率族维划选标写存候亲快效斯院查型眼按格养置派层片始却专状育厂识适属圆包火住调满局照参细引听该铁价严';

const TRADITIONAL =
  '陳林黃張李王吳劉蔡楊許鄭謝郭洪邱曾廖賴徐周葉蘇莊呂江何蕭羅高潘簡朱鍾游詹胡施沈余盧趙梁顏柯翁魏孫戴范方宋鄧杜傅侯曹薛丁卓馬董藍石溫阮歐紀姚連馮程湯康田姜白鄒尤巫鐘黎涂龔嚴韓袁金童陸夏柳邵錢伍關譚志明家豪俊傑建宏文淑芬美玲雅婷怡君惠雯佳穎宜秀英麗華娟春嬌雪玉蘭鳳大偉國強冠宇承恩宗翰柏品睿子軒詩涵欣妤心台北市新竹縣桃園雄臺中南區路段巷弄號樓香港九龍公司有限股份科技電貿易經理客戶姓名地址話備註的是在不了和人這為上個我以要他時來用們生到作於出就分對成會可主發年動同工也能下過說產種面而後多定行學法所民得十三之進著等部度力裡如水化自二起小物現實加量都兩體制機當使點從業本去把性好應開它合還因由其些然前外天政四日那社義事平形相全表間樣與各重線內數正反你看原又麼利比或但質氣第向道命此變條只沒結解問意月無系軍很情者最立代想已通並提直題黨展五果料象員革位入常總次式活設及管特件長求老頭基資邊流級少圖山統接知較將組見計別她手角期根論運農指幾放決西被做必戰先回則任取據處隊給色光門即保治造百規熱領七海口東導器壓世增爭濟階油思術極交受聯什認六共權收證改清己再採轉更單風切打教速花帶安場身車例真務具萬每目至達走積示議聲報完類八離確才信節米整空元況今集傳土步群廣記需研界律叫且究觀越織裝影算低持音眾書布容兒須際商非驗斷深難近千';

const KOREAN =
  '김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구민진지나엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용예경봉사부가복태목형두감음빈동온호범좌승간상시단당영수철희순숙자미혜준훈재욱대규건찬병광종섭혁슬보라다람빛래울산충청북군읍면로번층아파트식회름화메일객비담표과팀의을를는에와그리니해스만있것들으녕세요습까야무말생각좋않같때되된될못없었았겠네데게러려며처럼터저계개관교급내년달더또됩르매물바발본분불살새속실약업역열외월입작적점접존중증집참체출치크타통특판포품프피필학합항행활후';

/**
 * A writing: its frequent characters, and how likely a character is that is one of them, kana, or another of its
 * encoding.
 */
export interface Writing {
  frequent: ReadonlySet<string>;
  kana: number;
  /** Of the ranges of bytes with the usual, the rare, and hardly any characters. */
  usual: number;
  rare: number;
}

/** The share of the frequent characters in a text. */
const FREQUENT = 0.8;

/**
 * An encoding of two bytes a character: the first byte of its usual characters, and the second byte of all but its
 * extensions.
 */
interface WideEncoding {
  writing: Writing;
  usual: readonly [first: number, last: number];
  second: number;
}

const writing = (frequent: string, others: Omit<Writing, 'frequent'>): Writing => ({
  frequent: new Set(frequent),
  ...others,
});

const JAPANESE_WRITING = writing(JAPANESE, { kana: 5e-3, usual: 3e-5, rare: 1e-6 });

/** Encodings of several bytes a character, in which texts are looked for. */
export const WIDE_ENCODINGS = {
  shift_jis: { writing: JAPANESE_WRITING, usual: [0x88, 0x97], second: 0x40 },
  'euc-jp': { writing: JAPANESE_WRITING, usual: [0xb0, 0xcf], second: 0xa1 },
  gb18030: { writing: writing(SIMPLIFIED, { kana: 1e-6, usual: 5e-5, rare: 2e-6 }), usual: [0xb0, 0xd7], second: 0xa1 },
  big5: { writing: writing(TRADITIONAL, { kana: 1e-6, usual: 4e-5, rare: 2e-6 }), usual: [0xa4, 0xc6], second: 0x40 },
  'euc-kr': { writing: writing(KOREAN, { kana: 1e-6, usual: 5e-5, rare: 4e-7 }), usual: [0xb0, 0xc8], second: 0xa1 },
} as const satisfies Record<string, WideEncoding>;

/** The likelihood of each frequent character. */
export const frequentShare = ({ frequent }: Writing): number => FREQUENT / frequent.size;
