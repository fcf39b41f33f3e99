/** As in concepts-of-change.ts: people, places, and things. */
export const CONCEPTS_OF_THINGS: readonly string[] = [
  'people person inhabitant resident population citizen man men woman women live lived reside home inhabited; ' +
    'mensch menschen person leute einwohner bewohner bevölkerung personen; gens personne habitant population ' +
    'résident peuple; persona gente habitante población residente vecino; persona gente abitante popolazione; ' +
    'pessoa gente habitante população residente morador residir; 人口 住民 人々; نسمة سكان شخص أشخاص الناس',
  'live lived reside inhabit dwell home settle; wohnen leben lebte bewohnen; vivre habiter vécu; ' +
    'vivir habitar residir vivió; vivere abitare; viver morar residir habitar; 住ん 暮らし; عاش يعيش سكن يقيم',
  'child children kid minor youngster baby; kind kinder; enfant bébé; niño niña menor bebé; bambino bambina; ' +
    'criança bebé menor; 子ども 子供; طفل أطفال',
  'adult grown-up; erwachsene erwachsener; adulte; adulto; adulto; adulto; 大人 成人; بالغ',
  'parent father mother; eltern vater mutter; parent père mère; padre madre; genitore padre madre; pai mãe; 親 父 母; ' +
    'والد أب أم',
  'male man men; mann männer männlich; homme masculin; hombre varón masculino; uomo uomini maschile; homem homens ' +
    'masculino; 男性 男子; رجل رجال ذكور',
  'female woman women; frau frauen weiblich; femme féminin; mujer femenino; donna donne femminile; mulher feminino; ' +
    '女性 女子; امرأة نساء إناث',
  'boy boys; junge jungen jungs; garçon; chico muchacho; ragazzo ragazzi; rapaz menino; 男の子; ولد أولاد',
  'girl girls; mädchen; fille; chica muchacha; ragazza ragazze; rapariga menina; 女の子; بنت بنات',
  'son daughter offspring; sohn tochter; fils fille; hijo hija; figlio figlia; filho filha; 息子 娘; ابن ابنة',
  'sister brother sibling; schwester bruder; soeur sœur frère; hermana hermano; sorella fratello; irmã irmão; ' +
    '姉妹 兄弟; أخت أخ',
  'marry marriage wedding husband wife spouse; heiraten ehe ehemann ehefrau verheiratet; ' +
    'mariage épouser mari femme; casar matrimonio esposo esposa marido; sposare matrimonio marito moglie; ' +
    'casar casamento marido esposa; 結婚 夫 妻; تزوج زواج زوج زوجة',
  'divorce separate split; scheidung trennen; divorce séparer; divorcio separar; divorzio separare; ' +
    'divórcio separar; 離婚; طلاق انفصل',
  'die died death dead pass_away perish; sterben starb gestorben tod tot; mourir mort décès décéder; ' +
    'morir murió muerte fallecer; morire morto morte; morrer morte morreu; 死亡 死去 亡く; مات توفي موت وفاة',
  'birth born native; geboren geburt; naître né née naissance; nacer nació nacido nacimiento; ' +
    'nascere nato nascita; nascer nasceu nascido; 生まれ 出身; ولد ولدت ولادة',
  'survive outlive; überleben; survivre; sobrevivir; sopravvivere; sobreviver; 生存; نجا',
  'old age aged elderly ancient; alt alter älter; âge âgé vieux ancien; viejo edad antiguo; vecchio età anziano; ' +
    'velho idade antigo; 古い 年齢; عمر قديم كبير',
  'young youth younger teenager; jung jugend jünger; jeune; joven; giovane; jovem; 若い; شاب صغير',
  'hot warm heat heating; heiß warm wärme heizung heizen; chaud chaleur chauffage; caliente calor calefacción; ' +
    'caldo calore riscaldamento; quente calor aquecimento; 暑い 暖房 熱; حار ساخن حرارة تدفئة',
  'cold cool chill refrigerator fridge; kalt kühl kühlschrank kühlen; froid frais réfrigérateur refroidir; ' +
    'frío fresco nevera enfriar; freddo fresco frigorifero; frio fresco frigorífico; 寒い 冷蔵 冷; بارد برد ثلاجة',
  'air_conditioning ventilation cooling; klimaanlage lüftung; climatisation; climatización; climatizzazione; ' +
    'climatização; 空調; تكييف',
  'water; wasser; eau; agua; acqua; água; 水; ماء مياه المياه',
  'river stream brook; fluss bach; rivière fleuve; río arroyo; fiume; rio; 川; نهر',
  'lake pond; see teich; lac étang; lago; lago; lago; 湖; بحيرة',
  'sea ocean marine; meer see ozean; mer océan; mar océano; mare oceano; mar oceano; 海; بحر محيط',
  'island isle; insel; île ile; isla; isola; ilha; 島; جزيرة',
  'mountain hill peak; berg gipfel; montagne mont; montaña monte; montagna monte; montanha monte; 山; جبل',
  'forest wood woodland; wald wälder; forêt bois; bosque; bosco foresta; floresta; 森; غابة',
  'tree plant vegetation; baum pflanze; arbre plante; árbol planta; albero pianta; árvore planta; 植物 木; شجرة نبات',
  'animal pet creature; tier haustier; animal; animal mascota; animale; animal; 動物; حيوان',
  'dog hound; hund hunde; chien; perro; cane; cão cães; 犬; كلب',
  'fish fishing; fisch fischen; poisson pêche; pez pesca pescado; pesce pesca; peixe pesca; 魚 漁; سمك صيد',
  'north northern; norden nördlich; nord; norte; nord; norte; 北; شمال',
  'south southern; süden südlich; sud; sur; sud; sul; 南; جنوب',
  'east eastern; osten östlich; est; este oriental; est; leste; 東; شرق',
  'west western; westen westlich; ouest; oeste occidental; ovest; oeste; 西; غرب',
  'near close nearby neighbouring adjacent neighbour; nah nahe nachbar benachbart; proche près voisin; ' +
    'cerca próximo vecino vecina; vicino; perto próximo vizinho; 近く 隣; قريب مجاور',
  'far distant away distance; weit fern entfernt entfernung; loin distance; lejos distancia; lontano distanza; ' +
    'longe distância; 遠い 距離; بعيد مسافة',
  'town city urban; stadt innenstadt; ville; ciudad; città; cidade; 都市 市; مدينة',
  'village hamlet parish; dorf; village; pueblo aldea; villaggio paese; aldeia vila freguesia; 村; قرية',
  'country nation national state domestic; land staat national; pays nation national; país nación nacional; ' +
    'paese nazione nazionale; país nação nacional; 国 国内; بلد دولة وطني',
  'house home building property premises; haus gebäude wohnung; maison bâtiment logement; casa edificio vivienda; ' +
    'casa edificio; casa edifício prédio; 建物 家; بيت مبنى منزل',
  'room hall chamber; zimmer raum saal; salle pièce chambre; sala habitación cuarto; stanza sala; sala quarto; ' +
    '部屋 室; غرفة قاعة',
  'roof attic loft; dach dachboden; toit combles; tejado techo; tetto; telhado; 屋根; سقف',
  'bridge footbridge; brücke fußgängerbrücke; pont passerelle; puente pasarela; ponte; ponte; 橋; جسر',
  'street road lane route path; straße weg; rue route chemin; calle carretera camino vía; strada via; ' +
    'rua estrada caminho; 道路 道; شارع طريق',
  'tower; turm; tour; torre; torre; torre; 塔; برج',
  'lighthouse beacon; leuchtturm; phare; faro; faro; farol; 灯台; منارة',
  'light lamp lit shine shone illuminate; licht leuchten lampe; lumière allumer éclairer; ' +
    'luz encender iluminar encendido; luce accendere; luz acender; 光 点灯; ضوء نور أضاء',
  'extinguish unlit dark switched_off; löschen dunkel; éteindre sombre; apagar apagado oscuro; spegnere buio; ' +
    'apagar escuro; 消灯 暗; أطفأ مظلم',
  'wood wooden timber; holz hölzern; bois; madera; legno; madeira; 木造; خشب خشبي',
  'steel metal iron; stahl metall eisen; acier métal fer; acero metal hierro; acciaio metallo ferro; ' +
    'aço metal ferro; 鉄 金属; حديد فولاذ معدن',
  'corrosion rust corrode; rost korrosion rosten; corrosion rouille; corrosión óxido; corrosione ruggine; ' +
    'corrosão ferrugem; 腐食; تآكل صدأ',
  'museum gallery; museum; musée; museo; museo; museu; 博物館 美術館; متحف',
  'library; bibliothek bücherei; bibliothèque; biblioteca; biblioteca; biblioteca; 図書館; مكتبة',
  'book volume reading; buch bücher lesen; livre lire; libro leer; libro leggere; livro ler; 本 図書 冊数; كتاب قراءة',
  'school pupil student class lesson course education; schule schüler unterricht kurs; école élève cours; ' +
    'escuela alumno clase curso; scuola studente corso lezione; escola aluno aula curso; 学校 生徒; مدرسة طالب درس',
  'university college academic; universität hochschule; université; universidad; università; universidade; 大学; جامعة',
  'hospital clinic medical; krankenhaus klinik; hôpital clinique; hospital clínica; ospedale; hospital clínica; ' +
    '病院; مستشفى',
  'nurse carer; pflegekraft krankenschwester krankenpfleger pfleger; infirmier infirmière; enfermero enfermera; ' +
    'infermiere infermiera; enfermeiro enfermeira; 看護師; ممرض ممرضة',
  'doctor physician; arzt ärzte; médecin docteur; médico doctor; medico dottore; médico; 医師 医者; طبيب',
  'ill disease sick illness; krank krankheit; malade maladie; enfermo enfermedad; malato malattia; doente doença; ' +
    '病気; مرض مريض',
  'medicine drug medication; arznei medikament; médicament; medicamento; farmaco medicina; medicamento; 薬; دواء',
  'sleep nap asleep doze; schlafen schlaf nickerchen; dormir sommeil sieste; dormir sueño siesta; dormire sonno; ' +
    'dormir sono; 睡眠; نوم قيلولة',
  'tired drowsy sleepy grogginess groggy sleepiness fatigue; müde müdigkeit benommen; fatigué somnolence; ' +
    'cansado somnolencia; stanco sonnolenza; cansado sonolência; 眠気 疲れ; نعاس تعب',
  'awake wake alert attentive alertness; wach aufwachen wachsam; réveil éveillé; despertar alerta; sveglio; ' +
    'acordar alerta; 覚醒; يقظة استيقظ',
  'eye sight eyesight vision; auge sehen sehkraft; oeil yeux vue; ojo vista; occhio vista; olho vista; 目 視力; عين بصر',
  'food eat meal dish eating; essen speise lebensmittel gericht; nourriture manger plat repas; ' +
    'comida comer plato alimento; cibo mangiare piatto; comida comer prato; 食べ 料理 食品; طعام أكل',
  'drink beverage; trinken getränk; boire boisson; beber bebida; bere bevanda; beber bebida; 飲む 飲み物; شرب مشروب',
  'cook bake cooking oven; kochen backen ofen; cuire cuisson four enfourner; cocinar hornear horno cocer; ' +
    'cuocere forno; cozinhar forno cozer; 調理 焼く; طبخ فرن',
  'bath bathtub tub; bad badewanne; bain baignoire; baño bañera; bagno vasca; banho banheira; 風呂; حمام',
  'swim swimming pool; schwimmen schwimmbad; nager natation piscine; nadar natación piscina; nuotare piscina; ' +
    'nadar natação piscina; 水泳 プール; سباحة مسبح',
  'car vehicle automobile driver drive drove motor; auto fahrzeug wagen fahren fahrer; voiture véhicule conduire; ' +
    'coche vehículo conducir; auto veicolo guidare; carro veículo conduzir; 車 車両; سيارة مركبة',
  'bicycle bike cyclist cycle; fahrrad rad radfahrer; vélo cycliste; bicicleta ciclista; bicicletta; ' +
    'bicicleta ciclista; 自転車; دراجة',
  'train rail railway; zug züge bahn eisenbahn; train; tren; treno; comboio trem; 列車 電車; قطار',
  'bus coach shuttle; bus busse; bus autobus navette; autobús; autobus; autocarro ônibus; バス; حافلة',
  'ship boat vessel ferry; schiff boot fähre; bateau navire; barco buque; nave barca; navio barco; 船; سفينة قارب',
  'station stop; bahnhof haltestelle; gare station arrêt; estación parada; stazione fermata; estação paragem; 駅; محطة',
  'travel trip journey ride way; reise fahrt unterwegs fahrzeit; voyage trajet; viaje trayecto; viaggio; viagem; ' +
    '旅行; سفر رحلة',
  'depart leave left departure set_off; abfahren abfahrt verlassen verließ; partir départ quitter; ' +
    'salir partir abandonar; partire lasciare; partir sair deixar; 出発 離れ; غادر مغادرة رحل',
  'arrive arrival come reach; ankommen ankunft erreichen; arriver arrivée atteindre; llegar llegada alcanzar; ' +
    'arrivare raggiungere; chegar chegada atingir; 到着 届; وصل وصول وصلت بلغ تصل',
  'ticket pass; fahrkarte ticket karte eintrittskarte fahrschein; billet ticket entrée; billete entrada boleto; ' +
    'biglietto; bilhete entrada; 切符 入場券; تذكرة',
  'visitor visit guest tourist customer passenger user; besucher besuch gast fahrgast kunde nutzer; ' +
    'visiteur visite client; visitante visita cliente viajero; visitatore cliente; visitante cliente utilizador; ' +
    '来館者 利用者 訪問; زائر زوار زبون',
  'exhibition exhibit display show; ausstellung zeigen; exposition exposer montrer présenter; ' +
    'exposición exhibir mostrar; mostra esposizione mostrare; exposição mostrar; 展示 展覧; معرض عرض',
  'paint painter painting picture draw drew drawn drawing illustrator artist illustrate; ' +
    'malen maler bild zeichnen zeichnung künstler; peintre peindre tableau dessin dessiner oeuvre; ' +
    'pintor pintar cuadro dibujo dibujar obra; pittore dipinto disegno disegnare; pintor pintura desenho desenhar; ' +
    '画家 絵; رسم رسام لوحة',
  'photo photograph camera picture; foto aufnahme fotografie; photo photographie; foto fotografía; ' +
    'foto fotografia; foto fotografia; 写真; صورة',
  'music song concert; musik lied konzert; musique chanson; música canción; musica canzone; música canção; 音楽; موسيقى',
  'film movie cinema; film kino; film cinéma; película cine; film cinema; filme cinema; 映画; فيلم',
  'write wrote written author writer; schreiben schrieb geschrieben schriftlich autor; écrire écrit auteur; ' +
    'escribir escrito autor; scrivere scritto autore; escrever escrito autor; 書面 著者 書い; كتب كتابة خطي',
  'design designer architect draw_up project; entwerfen entworfen architekt; concevoir conçu architecte; ' +
    'diseñar proyectar diseñado proyectado arquitecto; progettare architetto; projetar desenhar arquiteto; 設計; ' +
    'صمم تصميم مهندس',
  'invent inventor devise; erfinden erfinder; inventer; inventar; inventare; inventar; 発明; اخترع',
  'find found discover discovery detect spot; finden gefunden entdecken feststellen; trouver découvrir découverte; ' +
    'encontrar hallar descubrir descubrimiento; trovare scoprire; encontrar descobrir; 発見 見つ; وجد اكتشف',
  'study research investigate examine examination survey analysis trial check inspect inspection inspector test; ' +
    'untersuchen untersuchung studie forschung prüfen prüfung kontrolle; étude recherche examiner vérifier examen; ' +
    'estudio investigar investigación examinar revisar examen; studio ricerca esaminare; ' +
    'estudo pesquisa investigar examinar; 研究 調査 検査; دراسة بحث فحص',
  'show demonstrate reveal indicate prove evidence; zeigen belegen beweisen ergeben; ' +
    'montrer prouver révéler indiquer; mostrar demostrar revelar indicar; mostrare dimostrare; ' +
    'mostrar demonstrar provar revelar; 示し 証明; أظهر أثبت كشف',
  'know knew known aware; wissen kennen bekannt; savoir connaître connu; saber conocer conocido; sapere conoscere; ' +
    'saber conhecer; 知ら; عرف معروف',
  'think believe consider opinion; glauben meinen denken; penser croire estimer; pensar creer opinar; ' +
    'pensare credere; pensar acreditar achar; 考え; اعتقد رأى',
  'use utilise used usage employ using; benutzen nutzen verwenden verwendung gebrauchen; utiliser usage emploi; ' +
    'usar utilizar uso; usare utilizzare uso; usar utilizar uso; 使用 利用; استخدم استخدام',
  'keep kept store storage preserve save hold held retain; aufbewahren lagern behalten halten; ' +
    'garder conserver stocker; guardar conservar almacenar; conservare tenere; guardar conservar armazenar; 保管 保存; ' +
    'حفظ احتفظ تخزين',
  'give gave given hand provide supply offer deliver; geben gab gegeben liefern bieten; ' +
    'donner fournir offrir livrer; dar dio entregar ofrecer suministrar; dare fornire offrire; ' +
    'dar entregar oferecer fornecer; 提供 渡す 与え; أعطى قدم وفر توفر تزويد',
  'receive receipt get got obtain collect; erhalten bekommen empfangen; recevoir obtenir; recibir obtener cobrar; ' +
    'ricevere ottenere; receber obter; 受け取 受付; استلم تلقى حصل',
  'return bring_back give_back refund repay reimburse; zurück zurückgeben rückgabe erstatten; ' +
    'rendre retour rembourser; devolver devolución reembolso; restituire rimborso; devolver devolução reembolso; ' +
    '返却 返金; أعاد استرداد إرجاع',
  'take took taken bring brought carry; nehmen nahm genommen mitnehmen mitgenommen bringen; prendre pris emporter; ' +
    'tomar llevar; prendere portare; tomar levar trazer; 持ち; أخذ أحضر حمل',
  'send sent dispatch post; senden schicken; envoyer; enviar; inviare; enviar; 送付; أرسل',
  'lose_track lost missing absent; verloren fehlen fehlend; manquer absent perdu; faltar perdido ausente; ' +
    'mancare perso; faltar perdido; 欠; فقد غائب',
  'attach join connect link; verbinden anschließen anschluss anbringen angebracht; relier attacher; conectar unir; ' +
    'collegare unire; ligar unir; 接続; ربط وصل',
  'disconnect unplug pull_out plug; trennen ziehen stecker netzstecker; débrancher; desconectar desenchufar; ' +
    'scollegare; desligar; プラグ 抜; فصل قابس',
  'install fit mount set_up put_up attach; installieren einbauen anbringen einrichten; installer poser; ' +
    'instalar montar colocar; installare montare; instalar montar; 設置; ركب تركيب',
  'found establish set_up create creation; gründen gegründet gründung; fonder créer création; ' +
    'fundar crear fundación; fondare creare; fundar criar; 創業 設立 創立; أسس تأسست أنشأ',
  'machine device appliance equipment; maschine gerät anlage ausrüstung; machine appareil équipement; ' +
    'máquina aparato equipo; macchina apparecchio; máquina aparelho equipamento; 機械 装置 設備; جهاز آلة معدات المعدات',
  'electric electricity electrified power energy current; strom elektrisch energie; ' +
    'électricité électrique énergie; electricidad eléctrico energía electrificar; elettricità energia; ' +
    'eletricidade energia; 電気 電力; كهرباء كهربائي طاقة',
  'solar sun sunny; sonne solar; soleil solaire; sol solar; sole solare; sol solar; 太陽; شمس شمسية',
  'protect protection safe safety; schützen schutz sicher sicherheit; protéger protection sécurité; ' +
    'proteger protección seguro; proteggere sicurezza; proteger proteção seguro; 保護 安全; حمى حماية آمن',
  'danger dangerous risk hazard; gefahr gefährlich risiko; danger dangereux risque; peligro peligroso riesgo; ' +
    'pericolo pericoloso rischio; perigo perigoso risco; 危険; خطر خطير',
  'accompany escort accompanied; begleiten begleitung; accompagner; acompañar; accompagnare; acompanhar; 同伴; رافق',
  'transfer transferable assign cede hand_over pass_on; übertragen abtreten übertragbar; céder transmettre; ' +
    'ceder transferir transferible; cedere trasferire; ceder cedido transmitir transmissível transferir; 譲渡; ' +
    'نقل تنازل',
  'cancel cancellation call_off scrap; stornieren absagen entfallen ausfallen streichen; ' +
    'annuler annulation supprimer; cancelar anular; annullare; cancelar anular; 取消 中止; ألغى إلغاء',
  'half halve; hälfte halb; moitié demi; mitad medio; metà mezzo; metade meio; 半分; نصف',
  'third; drittel; tiers; tercio; terzo; terço; 三分の一; ثلث',
  'quarter; viertel; quart trimestre; cuarto trimestre; quarto; quarto; 四分の一; ربع',
  'second; zweite; deuxième second; segundo segunda; secondo; segundo; 二番; ثاني',
  'hour ; uhr stunde; heure; hora; ora; hora; 時間; ساعة',
  'table ranking standings place position rank; tabelle platz rang; classement place; ' +
    'tabla clasificación puesto posición; classifica posto; tabela classificação lugar; 順位; مركز ترتيب',
  'point mark; punkt; point; punto; punto; ponto; ポイント; نقطة',
  'opponent rival opposition; gegner; adversaire opposition; rival adversario; avversario; adversário; 相手; خصم',
  'oppose against object opposition; dagegen gegen ablehnen; contre opposer; contra oponerse; contro opporre; ' +
    'contra opor; 反対; ضد عارض',
  'crossing cross pass_over; überqueren überquerung; traverser traversée; cruzar cruce; attraversare; atravessar; ' +
    '横断; عبور عبر',
  'engineer; ingenieur; ingénieur; ingeniero; ingegnere; engenheiro; 技師; مهندس',
  'storm gale tempest; sturm unwetter; tempête orage; temporal tormenta; tempesta; tempestade; 嵐 台風; عاصفة',
  'fire bonfire flame; feuer brand flamme; feu incendie; fuego hoguera incendio; fuoco incendio; fogo incêndio; ' +
    '火 火災; نار حريق',
  'quotation quote offer tender bid; angebot; devis offre; oferta presupuesto; offerta preventivo; ' +
    'oferta orçamento; 見積; عرض',
  'waste rubbish garbage; abfall müll; déchet; residuo basura; rifiuto; resíduo lixo; 廃棄; نفايات',
  'language speak spoke spoken; sprache sprechen; langue parler; lengua idioma hablar; lingua parlare; ' +
    'língua idioma falar; 言語 話; لغة',
  'teach taught learn lesson instruct; lehren lernen unterrichten; enseigner apprendre; enseñar aprender; ' +
    'insegnare imparare; ensinar aprender; 教え 学; علم تعلم',
  'try attempt seek; versuchen; essayer tenter; intentar tratar; provare tentare; tentar; 試み; حاول',
  'identify mark label tag; kennzeichnen kennzeichnung markieren; marquer identifier; marcar identificar; ' +
    'marcare identificare; marcar identificar; 表示; علامة',
  'leash lead; leine leinenpflicht anleinen angeleint; laisse; correa; guinzaglio; trela; リード; مقود',
  'separate separately apart; getrennt gesondert eigen; séparé distinct; separado aparte; separato; separado; 別; منفصل',
  'sudden unexpected surprising; plötzlich unerwartet; soudain inattendu; repentino inesperado; improvviso; ' +
    'súbito inesperado; 突然; مفاجئ',
  'equal same equivalent; gleich ebenso entsprechen; égal équivalent; igual equivaler; uguale pari; ' +
    'igual equivalente; 同じ 等し; متساو يساوي',
  'differ different difference unlike; unterschied anders unterscheiden; différent différence; ' +
    'diferente distinto diferencia; diverso differenza; diferente diferença; 違い 異な; مختلف فرق',
  'proof itemised statement list breakdown; aufstellung liste; liste relevé; lista relación; elenco lista; ' +
    'lista extrato; 一覧; قائمة',
  'tenure term period duration time; dauer frist zeitraum zeit; durée période; duración período plazo; ' +
    'durata periodo; duração período prazo; 期間; مدة فترة',
];
