/**
 * Words of one everyday meaning, by language: English; German; French; Spanish; Italian; Portuguese; Japanese; Arabic.
 * The first word names the meaning. `give_up` is a verb with its particle. Regular endings need no entry of their own.
 */
export const CONCEPTS_OF_CHANGE: readonly string[] = [
  'rise rose risen grow grew grown increase climb gain surge up upward growth raise expand swell; ' +
    'steigen stieg gestiegen wachsen wuchs gewachsen zunahme zunehmen anstieg erhöhen erhöhung; ' +
    'augmenter augmentation hausse croître croissance grimper; aumentar aumento crecer creció crecimiento subir ' +
    'subió subida; aumentare aumento crescere cresciuto crescita salire salito; aumentar aumento crescer cresceu ' +
    'subir subiu crescimento; 増加 上昇 増え 増収 増益 伸び 増の; ارتفع ارتفعت ارتفاع زاد زادت زيادة نما نمو ترتفع سترتفع',
  'fall fell fallen drop decline decrease shrink shrank shrunk sink sank slip slid slide down downward dip slump ' +
    'dwindle; sinken sank gesunken fallen gefallen fiel fielen rückgang abnahme abnehmen zurückgehen schrumpfen; ' +
    'baisser baisse diminuer diminution chuter chute reculer recul; caer cayó caída disminuir disminuyó descenso ' +
    'descender bajar bajó reducirse; scendere sceso calare calo diminuire diminuzione cadere caduto; ' +
    'cair caiu queda diminuir diminuiu descer desceu baixar baixou; 減少 下落 低下 減り 減収 減益 減の; ' +
    'انخفض انخفضت انخفاض تراجع تراجعت هبط هبوط',
  'reduce cut lower lessen curb trim reduction; senken gesenkt reduzieren verringern kürzen kürzung; ' +
    'réduire réduit réduction abaisser; reducir redujo recortar recorte rebajar; ridurre ridotto riduzione tagliare; ' +
    'reduzir reduziu redução cortar; 削減 引き下げ; خفض خفضت قلص تقليص',
  'double twofold twice; verdoppeln doppelt zweimal; doubler double deux_fois; duplicar doble dos_veces; ' +
    'raddoppiare doppio; duplicar dobrar dobro; 2倍 倍増; تضاعف ضعف ضاعف تضاعف مضاعفة',
  'begin began begun start commence launch open onset outset; beginnen begann begonnen anfangen anfang beginn ' +
    'starten start; commencer début débuter démarrer lancer; empezar empezó comenzar comenzó inicio iniciar ' +
    'principio principios; iniziare inizio cominciare avviare; começar começou iniciar início; 開始 始ま 始め 開業; ' +
    'بدأ بدأت تبدأ بداية مطلع',
  'end finish conclude terminate complete completion expire; enden ende beenden abschließen endet kündigen ' +
    'kündigung beendet; finir fin terminer achever résilier; terminar fin final acabar finalizar concluir; ' +
    'finire fine terminare concludere; terminar fim final acabar concluir; 終了 終わ 完了; انتهى انتهت نهاية ختام إنهاء',
  'stop cease halt quit give_up discontinue; aufhören stoppen einstellen aufgeben; arrêter cesser; ' +
    'parar dejar cesar; fermare smettere cessare; parar deixar cessar; 停止 中止 やめ; توقف توقفت أوقف',
  'continue remain stay go_on carry_on persist still; bleiben blieb weiterhin weiter fortsetzen; ' +
    'continuer rester demeurer toujours; continuar seguir sigue permanecer mantener quedar; ' +
    'continuare restare rimanere; continuar permanecer manter ficar; 継続 続け 引き続き 通常どおり; استمر بقي ظل تستمر',
  'unchanged same constant stable; unverändert gleich; inchangé même identique; mismo igual invariable; ' +
    'invariato stesso; mesmo igual inalterado; 据え置 同じ; نفس ثابت',
  'change alter transform modify shift; ändern änderung verändern; changer changement modifier; ' +
    'cambiar cambio modificar; cambiare cambiamento modificare; mudar mudança alterar; 変更 変わ; غير تغيير تغير',
  'replace substitute exchange swap instead; ersetzen ersatz austausch austauschen statt; remplacer place lieu; ' +
    'sustituir reemplazar lugar; sostituire posto; substituir lugar trocar; 交換 代わ 更新 後任; استبدال استبدل بدل',
  'replacement renewal; austausch ersatz; remplacement; sustitución; sostituzione; substituição; 交換 更新; استبدال',
  'repair fix mend restore maintenance maintain overhaul repairs renovate renovation refurbish; ' +
    'reparieren reparatur instand instandsetzen sanieren wartung renovieren; réparer réparation rénover entretien ' +
    'travaux; reparar reparación arreglar mantenimiento obras renovar; riparare riparazione restaurare manutenzione; ' +
    'reparar reparação manutenção obras; 修理 工事 改修; إصلاح صيانة ترميم',
  'build built construct construction erect; bauen gebaut bau errichten errichtet; ' +
    'construire construit construction bâtir édifier; construir construcción construyó edificar levantar; ' +
    'costruire costruito costruzione; construir construção construiu; 建設 建て 建築; بناء بنى شيد إنشاء',
  'destroy demolish ruin wreck; zerstören zerstört abreißen; détruire détruit démolir; ' +
    'destruir destruido destruyó derribar; distruggere distrutto; destruir destruído; 破壊; دمر تدمير هدم',
  'damage harm hurt injure; schaden schaden schädigen beschädigen; dommage dégât endommager abîmer; ' +
    'daño dañar perjudicar; danno danneggiare; dano danificar prejudicar; 損傷 被害; ضرر تلف أضر',
  'break broke broken fail failure malfunction break_down breakdown; kaputt ausfallen ausfall brechen defekt; ' +
    'panne casser; romper avería estropear; rompere guasto; quebrar avaria; 故障; تعطل عطل',
  'improve improvement enhance better upgrade; verbessern verbesserung besser; améliorer amélioration mieux; ' +
    'mejorar mejora mejor; migliorare miglioramento meglio; melhorar melhoria melhor; 改善 向上; تحسين تحسن حسن',
  'worsen deteriorate worse; verschlechtern schlechter; empirer pire; empeorar peor; peggiorare peggio; ' +
    'piorar pior; 悪化; تدهور ساء',
  'recover recovery rebound bounce; erholen erholung; reprise redresser rétablir; recuperar recuperación; ' +
    'recuperare ripresa; recuperar recuperação; 回復; تعافى تعافي',
  'open reopen opening inaugurate; öffnen geöffnet eröffnen eröffnung offen; ouvrir ouvert ouverture rouvrir ' +
    'rouvert; abrir abre abierto apertura; aprire aperto apertura; abrir aberto aberta abertura; 開館 再開 開設 開い; ' +
    'افتتح افتتاح فتح',
  'close shut closure closing shut_down; schließen geschlossen schließung sperren sperrung; ' +
    'fermer fermeture fermé; cerrar cierre cerrado; chiudere chiuso chiusura; fechar encerrar fechado; 閉館 休館 閉鎖; ' +
    'أغلق أغلقت إغلاق',
  'lengthen extend prolong longer extension; verlängern verlängert länger; allonger prolonger; ' +
    'alargar prolongar ampliar; allungare prolungare; prolongar alargar; 延長 長く; مدد تمديد أطول',
  'shorten shorter; verkürzen kürzer; raccourcir; acortar; accorciare; encurtar; 短縮 短く; قصر تقصير',
  'delay postpone defer put_off late adjourn; verschieben verzögern verspätung vertagen verschoben; ' +
    'retarder reporter différer retard; aplazar retrasar demora posponer; rinviare ritardo rimandare; ' +
    'adiar atrasar atraso; 延期 遅れ; تأخر تأخير أجل تأجيل',
  'early sooner advance bring_forward; früh vorziehen früher; tôt avancer anticipé; temprano adelantar anticipar; ' +
    'presto anticipare; cedo antecipar; 早く 前倒し; مبكر',
  'move relocate transfer shift; umziehen verlegen verlagern; déplacer déménager transférer; ' +
    'trasladar mover mudar; spostare trasferire; mudar transferir; 移転 移動; نقل انتقل',
  'become became turn; werden geworden; devenir devenu; convertirse volverse; diventare divenire; tornar; なった なる; ' +
    'أصبح أصبحت صار',
  'appear emerge arise; erscheinen auftauchen; apparaître paraître; aparecer surgir; apparire; aparecer surgir; ' +
    '現れ; ظهر ظهرت',
  'disappear vanish collapse; verschwinden einbrechen; disparaître effondrer; desaparecer hundirse; ' +
    'sparire crollare; desaparecer colapsar; 消え 崩壊; اختفى انهار',
  'add additional extra further also; hinzufügen zusätzlich weitere ergänzen; ajouter supplémentaire; ' +
    'añadir adicional agregar; aggiungere; acrescentar adicional juntar; 追加 加え; أضاف أضافت إضافة إضافي',
  'remove withdraw take_away delete deduct subtract deduction; entfernen abziehen abzug; ' +
    'enlever retirer ôter déduire; quitar retirar eliminar deducir; togliere rimuovere; retirar remover deduzir; ' +
    '除去 取り除; أزال إزالة خصم',
  'withdraw withdrew withdrawn drop_out pull_out; aussteigen zurückziehen; abandonner retirer; ' +
    'abandonar retirarse; ritirarsi; desistir; 辞退 撤退; انسحب انسحاب',
  'expect anticipate forecast predict likely due; erwarten voraussichtlich rechnen; prévoir attendre prévu; ' +
    'esperar prever previsto; aspettarsi prevedere previsto; esperar prever previsto; 見込 予想 予定; توقع المتوقع المقرر',
  'plan schedule intend intention aim; planen plan vorgesehen vorsehen absicht; prévoir projet planifier viser; ' +
    'planear planificar plan proyecto pretender; pianificare progetto; planear plano pretender; 計画 予定; ' +
    'خطط خطة يعتزم المقرر',
  'happen occur take_place event arise; geschehen passieren stattfinden stattfand ereignis; ' +
    'arriver produire lieu survenir; ocurrir suceder acontecer celebrar; accadere succedere avvenire; ' +
    'acontecer ocorrer; 発生 起き 行わ; حدث وقع جرى',
  'before earlier prior previously former beforehand previous until_now past; vor vorher früher zuvor bevor ' +
    'ehemalig bisher; avant auparavant précédent ancien; antes anterior anteriormente previo; prima precedente; ' +
    'antes anterior prévio; 以前 前期 従来; قبل سابق سابقا السابق',
  'after later following afterwards subsequently then next; nach nachher später danach nachdem anschließend; ' +
    'après ensuite suivant puis; después luego posterior siguiente tras; dopo poi successivo; depois após seguinte; ' +
    '以後 後に その後; بعد لاحقا',
  'last final eventually latest ultimate; letzte letzter letzten letztes zuletzt; dernier dernière enfin; ' +
    'último última finalmente; ultimo ultima; último última; 最後 最終; آخر أخيرا الأخير',
  'first initial initially original; erste erster ersten erstes erstmals zuerst; premier première initial; ' +
    'primero primera inicial; primo prima iniziale; primeiro primeira inicial; 最初 初めて 当初; أول الأولى',
  'again anew re-elect once_more; wieder erneut nochmals; nouveau encore; nuevo nuevamente; nuovo ancora; ' +
    'novo novamente; 再び; مجددا',
  'often frequently regularly usually usual normal normally ordinary generally; oft häufig üblich normalerweise ' +
    'gewöhnlich sonst grundsätzlich regelmäßig; souvent habituel normalement ordinaire; ' +
    'frecuente normalmente habitual; spesso solito normalmente; frequente normalmente habitual; 通常 普段 ふだん; عادة غالبا',
  'sometimes occasionally at_times; manchmal gelegentlich; parfois; veces ocasionalmente; talvolta; vezes; 時々; أحيانا',
  'always constantly whole_year; immer stets ständig ganze ganzjährig; toujours; siempre; sempre; sempre; 常に いつも; ' +
    'دائما',
  'now currently present today nowadays meanwhile; jetzt derzeit heute aktuell; maintenant actuellement  actuel; ' +
    'ahora actualmente hoy actual; ora attualmente oggi; agora atualmente hoje; 現在 今; الآن حاليا اليوم',
  'soon shortly; bald; bientôt; pronto; presto; breve; まもなく; قريبا',
  'yearly annual annually; jährlich; annuel annuellement; anual anualmente; annuale; anual; 年間 毎年; سنويا سنوي',
  'daily everyday; täglich; quotidien; diario; quotidiano giornaliero; diário; 毎日; يوميا',
  'weekly; wöchentlich; hebdomadaire; semanal; settimanale; semanal; 毎週; أسبوعيا',
  'monthly; monatlich; mensuel; mensual; mensile; mensal; 毎月; شهريا',
  'hourly; stündlich; horaire; cada_hora; orario; hora; 毎時; ساعة',
  'weekend; wochenende; week-end; semana; weekend; semana; 週末; أسبوع',
  'weekday; werktag wochentag; semaine; laborable; feriale; útil; 平日; يوم',
  'middle mid centre center central half-way; mitte mittler zentrum; milieu centre; mediados medio centro; ' +
    'metà centro; meados meio centro; 中央 中心 半ば; منتصف وسط مركز',
  'autumn fall; herbst; automne; otoño; autunno; outono; 秋; خريف',
  'spring; frühling frühjahr; printemps; primavera; primavera; primavera; 春; ربيع',
  'summer; sommer; été; verano; estate; verão; 夏; صيف',
  'winter frost ice freeze froze frozen; winter frost frieren gefroren; hiver gel geler gelé; ' +
    'invierno helada hielo helar helado congelar; inverno gelo gelare; inverno gelo congelar; 冬 凍; شتاء تجمد جليد',
];
