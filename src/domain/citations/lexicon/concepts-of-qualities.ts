/** As in concepts-of-change.ts: sizes, amounts and what things are like. */
export const CONCEPTS_OF_QUALITIES: readonly string[] = [
  'new novel recent fresh; neu neue neuer neues; nouveau nouvelle récent neuf; nuevo nueva reciente; ' +
    'nuovo nuova recente; novo nova recente; 新しい 新た; جديد جديدة حديث',
  'big large great huge enormous vast major giant; groß größte größer riesig; grand gros énorme; ' +
    'grande mayor enorme gran; grande maggiore enorme; grande maior enorme; 大き 最大 大型; كبير أكبر ضخم',
  'small little tiny minor; klein kleiner winzig; petit; pequeño menor chico; piccolo minore; pequeno menor; ' +
    '小さ 小型; صغير أصغر',
  'high height tall higher elevation; hoch höhe höher; haut hauteur élevé; alto altura elevado; ' +
    'alto altezza elevato; alto altura elevado; 高さ 高い 標高; مرتفع ارتفاع عال أعلى',
  'low lower lowest; niedrig niedriger tief; bas inférieur; bajo inferior; basso inferiore; baixo inferior; 低い; ' +
    'منخفض أدنى أقل',
  'deep depth deepest; tief tiefe; profond profondeur; profundo profundidad; profondo profondità; ' +
    'profundo profundidade; 深い 深さ; عميق عمق',
  'long length lengthy; lang länge; long longueur; largo longitud; lungo lunghezza; longo comprimento; 長さ 長い; طويل طول',
  'wide width broad; breit breite; large largeur; ancho anchura; largo larghezza; largo largura; 広い 幅; واسع عرض',
  'area surface space floor; fläche gebiet raum; surface superficie espace zone; superficie área espacio zona; ' +
    'superficie area spazio zona; área superfície espaço zona; 面積 地域; مساحة منطقة',
  'number count figure quantity total; anzahl zahl menge; nombre chiffre quantité; número cifra cantidad; ' +
    'numero quantità cifra; número quantidade; 数 件数; عدد رقم',
  'more above over exceed beyond upwards; mehr über; plus davantage; más; più; mais; 以上; أكثر فوق',
  'less fewer below under beneath; weniger unter; moins; menos; meno; menos; 以下 未満; أقل دون',
  'enough sufficient suffice adequate; genug ausreichen ausreichend genügen; assez suffire suffisant; ' +
    'suficiente bastar; abbastanza sufficiente bastare; suficiente bastar; 十分 足り; كاف تكفي يكفي',
  'only sole single merely solely alone; nur einzig allein lediglich ausschließlich; ' +
    'seul seulement uniquement unique; solo sólo único solamente; solo soltanto unico; só apenas único somente; ' +
    'のみ だけ 唯一; فقط وحيد الوحيد',
  'all every whole entire each both; alle ganz sämtlich jeder; tout tous toute chaque entier; ' +
    'todo todos cada entero; tutto tutti ogni intero; todo todos cada inteiro; すべて 全て 全員; كل جميع كافة',
  'most majority mainly mostly largely chiefly primarily; meist mehrheit hauptsächlich größtenteils überwiegend; ' +
    'plupart majorité principalement surtout; mayoría principalmente sobre_todo mayor_parte; ' +
    'maggioranza soprattutto principalmente; maioria principalmente sobretudo; 主に 大半 ほとんど; معظم أغلب غالبية أساسا',
  'about around roughly approximately some nearly almost; etwa rund ungefähr fast knapp zirka gut; ' +
    'environ près presque; unos aproximadamente casi cerca; circa quasi; cerca quase aproximadamente; 約 およそ; ' +
    'حوالي نحو تقريبا',
  'important essential crucial vital key significant; wichtig wesentlich bedeutend; important essentiel; ' +
    'importante esencial clave; importante essenziale; importante essencial; 重要; مهم هام',
  'good well fine; gut; bon bien; bueno bien; buono bene; bom bem; 良い 好調; جيد',
  'bad poor weak; schlecht schwach; mauvais faible; malo débil; cattivo debole; mau fraco; 悪い; سيئ ضعيف',
  'strong powerful robust; stark kräftig; fort puissant; fuerte potente; forte potente; forte potente; 強い; قوي',
  'fast quick rapid swift speed; schnell rasch geschwindigkeit; rapide vite vitesse; rápido velocidad deprisa; ' +
    'veloce rapido velocità; rápido velocidade depressa; 速い 早く; سريع سرعة',
  'slow slowly gradual; langsam; lent lentement; lento; lento; lento devagar; 遅い; بطيء',
  'clean rinse wash cleaned; sauber reinigen waschen spülen; propre nettoyer laver rincer; ' +
    'limpio limpiar lavar enjuagar; pulito pulire lavare sciacquare; limpo limpar lavar; 清掃 洗う; نظيف نظف غسل',
  'dirty soiled filthy mud; schmutzig verschmutzt; sale; sucio; sporco; sujo; 汚れ; قذر ملوث',
  'dry drought; trocken dürre; sec sécheresse; seco sequía; secco siccità; seco seca; 乾燥 干ばつ; جاف جفاف',
  'wet damp humid; nass feucht; humide mouillé; húmedo mojado; umido bagnato; húmido molhado; 湿; رطب',
];
