/** As in concepts-of-change.ts: dealings between people, money, law, work. */
export const CONCEPTS_OF_SOCIETY: readonly string[] = [
  'allow permit may let authorise authorize permission licence allowed enable; dürfen darf erlauben erlaubt ' +
    'gestatten gestattet zulassen genehmigen erlaubnis; permettre permis autoriser autorisation; ' +
    'permitir permitido puede autorizar permiso; permettere consentire autorizzare permesso; ' +
    'permitir permitido autorizar pode; 許可 認め できる 利用できる; سمح يسمح مسموح أذن',
  'forbid forbidden prohibit ban bar disallow illegal unlawful outlaw; verbieten verboten verbot untersagen; ' +
    'interdire interdit interdiction défendre; prohibir prohibido prohibición vedar; ' +
    'vietare vietato proibire divieto; proibir proibido proibição; 禁止; حظر محظور منع ممنوع',
  'must require need necessary obligatory compulsory mandatory oblige obligation have_to; ' +
    'müssen muss nötig notwendig pflicht erforderlich benötigen verpflichtet; devoir falloir nécessaire obligatoire ' +
    'exiger besoin; deber necesario obligatorio exigir necesitar requerir; dovere necessario obbligatorio ' +
    'richiedere; dever necessário obrigatório exigir precisar; 必要 義務 なければならない; يجب ضروري إلزامي مطلوب',
  'refuse reject turn_down decline dismiss deny rule_out spurn; ablehnen abgelehnt verweigern ausschließen; ' +
    'refuser refus rejeter écarter; rechazar rechazó rechazo descartar descartó negar; rifiutare respingere; ' +
    'recusar rejeitar; 拒否 却下 断っ; رفض رفضت',
  'accept approve agree adopt consent endorse approval pass; annehmen angenommen zustimmen zustimmung genehmigen ' +
    'genehmigt billigen einverstanden beschließen beschlossen; accepter approuver accord adopter consentir; ' +
    'aceptar aprobar aprobó acuerdo acordar consentir; accettare approvare accordo; aceitar aprovar acordo; ' +
    '承認 同意 可決; وافق وافقت قبل موافقة أقر',
  'decide decision resolve determine vote; entscheiden entscheidung beschließen beschlossen beschluss; ' +
    'décider décision; decidir decisión; decidere decisione; decidir decisão; 決定 決め; قرر قررت قرار',
  'vote ballot voting; stimme stimmen abstimmen; vote voix voter; voto votar; voto votare; voto votar; 投票 票; صوت تصويت',
  'unanimous unanimously; einstimmig; unanimité unanime; unánime unanimidad; unanime unanimità; unânime; 全会一致; إجماع',
  'elect election choose chose chosen select appoint pick name; wählen gewählt wahl auswählen ernennen; ' +
    'élire élu élection choisir choix nommer; elegir elegido reelegida elección escoger nombrar; ' +
    'eleggere eletto scegliere nominare; eleger eleito escolher nomear; 選出 選挙 選ん 任命; انتخب انتخاب اختار عين',
  'ask request demand petition apply application seek sought; bitten fordern antrag beantragen anfrage verlangen ' +
    'gebeten; demander demande requérir; pedir pidió solicitar solicitud; chiedere richiesta domandare; ' +
    'pedir pediu solicitar; 要求 要請 依頼 申請; طلب طلبت',
  'propose suggest suggestion proposal put_forward recommend raise; vorschlagen vorschlag empfehlen; ' +
    'proposer proposition suggérer recommander; proponer propuso propuesto propuesta plantear recomendar; ' +
    'proporre proposta raccomandare; propor proposta recomendar; 提案 推奨; اقترح اقتراح أوصى',
  'say said state declare tell told remark comment according; sagen sagte mitteilen erklären zufolge laut; ' +
    'dire déclarer indiquer; decir dijo declarar afirmar; dire detto dichiarare; dizer disse declarar afirmar; ' +
    '述べ 語っ 発表; قال قالت أكد أكدت صرح',
  'announce report publish inform notify notification disclose notice; bekanntgeben berichten melden ankündigen ' +
    'ankündigung anmelden mitteilen; annoncer rapporter publier signaler; anunciar informar publicar comunicar ' +
    'aviso; annunciare riferire pubblicare; anunciar informar publicar aviso; 発表 報告 公表 通知; أعلن أعلنت إعلان أبلغ',
  'promise pledge guarantee warranty assure; versprechen garantie zusichern gewährleistung; ' +
    'promettre garantie garantir; prometer garantía garantizar; promettere garanzia; prometer garantia garantir; ' +
    '保証 約束; وعد ضمان',
  'pay paid payment fund finance meet bear bore borne cover settle; zahlen bezahlen bezahlt gezahlt zahlung ' +
    'finanzieren finanziert aufkommen aufbringen tragen; payer paiement financer régler; ' +
    'pagar pago financiar abonar; pagare pagamento finanziare; pagar pagamento financiar; 支払 払う 負担 賄; ' +
    'دفع دفعت سدد مول تمويل',
  'cost price fee charge expense bill expenditure spend spent spending; kosten preis gebühr kostet ausgaben teuer; ' +
    'coût coûter prix tarif facture dépense; coste costar precio costo tarifa gasto; ' +
    'costo costare prezzo tariffa spesa; custo custar preço tarifa despesa; 費用 料金 価格 工事費; ' +
    'كلفة تكلفة سعر ثمن أسعار رسوم',
  'expensive costly dear; teuer kostspielig; cher coûteux; caro costoso; caro costoso; caro; 高い; غال مكلف باهظ',
  'cheap inexpensive affordable cheaper low-cost lowest-priced; billig günstig preiswert; bon_marché économique; ' +
    'barato económico; economico; barato económico; 安い 安く; رخيص أرخص',
  'free gratis charge-free; kostenlos gratis gebührenfrei umsonst unentgeltlich; gratuit gratuitement; ' +
    'gratis gratuito; gratuito gratis; grátis gratuito; 無料; مجاني مجانا',
  'money cash fund sum amount; geld betrag summe; argent somme montant; dinero suma importe cantidad; ' +
    'denaro soldi somma importo; dinheiro soma montante valor; 金額 資金; مال مبلغ أموال',
  'earn income revenue sales turnover proceeds; umsatz einnahmen einkommen erlös verdienen; ' +
    'revenu recette chiffre_affaires gagner; ingreso ingresos ventas facturación ganar; ' +
    'ricavi entrate vendite fatturato; receita vendas faturação rendimento; 売上高 収入 売上; إيرادات دخل مبيعات',
  'profit earnings surplus gain; gewinn ertrag überschuss; bénéfice profit; beneficio ganancia; ' +
    'profitto utile guadagno; lucro ganho; 利益 黒字; ربح أرباح',
  'loss deficit; verlust defizit; perte déficit; pérdida déficit; perdita deficit; perda prejuízo; 損失 赤字; خسارة عجز',
  'debt owe borrow loan credit; schulden kredit darlehen leihen; dette prêt emprunter; deuda préstamo prestar; ' +
    'debito prestito; dívida empréstimo; 借金 負債 貸出 借り; دين قرض ديون',
  'invest investment; investieren investition; investir investissement; invertir inversión; ' +
    'investire investimento; investir investimento; 投資; استثمر استثمار',
  'buy bought purchase acquire acquisition; kaufen gekauft kauf erwerben erworben anschaffung; ' +
    'acheter achat acquérir; comprar compra adquirir; comprare acquisto acquistare; comprar compra adquirir; ' +
    '購入 買収 買っ; اشترى شراء',
  'sell sold sale; verkaufen verkauft verkauf; vendre vente vendu; vender venta; vendere vendita; vender venda; ' +
    '販売 売っ; باع بيع',
  'rent lease tenancy letting hire; miete mieten vermieten mietvertrag; loyer louer location bail; ' +
    'alquiler alquilar arrendar renta; affitto affittare; renda aluguel alugar arrendar; 賃貸 家賃; إيجار استئجار أجر',
  'tenant renter lodger; mieter; locataire; inquilino arrendatario; inquilino affittuario; inquilino; 借主; مستأجر',
  'landlord owner proprietor; vermieter eigentümer besitzer inhaber; propriétaire bailleur; ' +
    'propietario dueño arrendador; proprietario padrone; proprietário dono senhorio; 所有者 家主; مالك صاحب مؤجر',
  'deposit security bond; kaution; caution dépôt; fianza depósito; cauzione deposito; caução depósito; 敷金 保証金; ' +
    'وديعة تأمين عربون',
  'contract agreement lease accord; vertrag vereinbarung; contrat accord convention; contrato acuerdo; ' +
    'contratto accordo; contrato acordo; 契約; عقد اتفاق',
  'law act regulation rule statute; gesetz vorschrift regel verordnung; loi règle règlement; ' +
    'ley norma reglamento regla; legge regola regolamento; lei regra regulamento; 法律 規則; قانون نظام قاعدة',
  'violate breach infringe offence offender violation; verstoß verstoßen verletzen; violer infraction enfreindre; ' +
    'infringir infracción violar; violare infrazione; violar infração; 違反; خالف مخالفة انتهاك',
  'fine penalty sanction punish; geldbuße bußgeld strafe bestrafen geahndet ahnden; amende peine punir; ' +
    'multa sanción castigar; multa sanzione; multa sanção; 罰金 罰; غرامة عقوبة',
  'court judge tribunal lawsuit sue; gericht richter klage verklagen; tribunal juge cour; tribunal juez corte; ' +
    'tribunale giudice; tribunal juiz; 裁判; محكمة قاضي',
  'insurance insure cover coverage; versicherung versichern abdecken deckung; assurance assurer couvrir; ' +
    'seguro asegurar cubrir; assicurazione coprire; seguro cobrir; 保険; تأمين',
  'exempt except exception exclude apart save; ausgenommen ausnahme befreit befreien außer; ' +
    'sauf exception exempté exclure; excepto excepción salvo exento; eccetto eccezione escluso; ' +
    'exceto exceção isento; 除く 例外; إلا باستثناء معفى',
  'include contain comprise consist; enthalten enthält umfassen beinhalten; inclure contenir comprendre; ' +
    'incluir contener comprender; includere contenere; incluir conter; 含む 含まれ; شمل تضمن يحتوي',
  'apply valid validity force effect; gelten gilt gültig anwenden; valable vigueur appliquer; ' +
    'válido vigente aplicar regir; valido vigore; válido aplicar vigor; 有効 適用; سار ساري صالح تطبيق',
  'right entitle claim; recht anspruch berechtigt; droit; derecho; diritto; direito; 権利; حق',
  'responsible liable responsibility liability; verantwortlich haften haftung verantwortung; ' +
    'responsable responsabilité; responsable responsabilidad; responsabile responsabilità; ' +
    'responsável responsabilidade; 責任; مسؤول مسؤولية',
  'reason because cause due owing account since lead_to result bring_about; grund wegen ursache weil da aufgrund ' +
    'durch verursachen; raison cause parce car dû causer; razón causa porque debido causar; ' +
    'ragione causa perché causare; razão causa porque devido causar; 理由 原因 ため; سبب بسبب لأن نتيجة',
  'win won victory beat defeat triumph decisive winner; gewinnen gewann gewonnen sieg siegen besiegen schlagen; ' +
    'gagner victoire vaincre battre; ganar victoria vencer venció derrotar; vincere vinto vittoria battere; ' +
    'ganhar vitória vencer derrotar; 勝利 勝っ 優勝; فاز فوز هزم انتصر',
  'lose lost defeat; verlieren verlor verloren niederlage; perdre perdu défaite; perder perdió derrota; ' +
    'perdere perso sconfitta; perder derrota; 敗北 負け 失っ; خسر هزيمة فقد',
  'game match fixture play; spiel partie; match jeu rencontre; partido juego; partita gioco; jogo partida; 試合; ' +
    'مباراة لعبة',
  'goal score strike scored net; tor treffer schießen; but marquer; gol marcar anotar; gol rete segnare; ' +
    'golo gol marcar; 得点 ゴール; هدف سجل',
  'coach manager trainer; trainer; entraîneur; entrenador; allenatore; treinador; 監督; مدرب',
  'team side club squad; mannschaft team verein; équipe club; equipo club; squadra club; equipa equipe clube; チーム; ' +
    'فريق نادي',
  'leader lead head chief boss chair chairman chairwoman president director principal manager chairperson; ' +
    'leiter leiten chef vorsitzende vorsitzender vorsitz direktor präsident geschäftsführer; ' +
    'directeur directrice chef président présidente diriger dirigeant; director directora jefe presidente presidenta ' +
    'líder dirigir; direttore presidente capo dirigere; diretor presidente chefe líder dirigir; 社長 会長 館長 代表 議長; ' +
    'مدير مديرة رئيس رئيسة قائد',
  'lead ahead leading top leader; führen vorsprung führend; mener tête avance; liderar ventaja líder; ' +
    'guidare vantaggio; liderar vantagem; 首位 先頭; تصدر متقدم',
  'overtake overtook overtaken overtaking surpass exceed outstrip beat pass ahead; ' +
    'überholen übertreffen übersteigen; dépasser surpasser; superar sobrepasar adelantar; superare; ' +
    'superar ultrapassar; 抜い 上回 超え; تجاوز تخطى',
  'work job labour employment task; arbeit arbeiten arbeitsplatz stelle tätigkeit; ' +
    'travail travailler emploi poste; trabajo trabajar empleo puesto; lavoro lavorare impiego; ' +
    'trabalho trabalhar emprego; 仕事 作業 勤務 雇用; عمل عملت وظيفة وظائف فرصة',
  'employ employee staff worker workforce personnel; beschäftigen beschäftigte mitarbeiter personal belegschaft ' +
    'arbeiter; employer employé salarié personnel effectif; emplear empleado plantilla trabajador personal; ' +
    'impiegare dipendente lavoratore personale; empregar empregado trabalhador funcionário pessoal; 従業員 社員 職員 雇用; ' +
    'موظف عامل عمال توظيف',
  'hire recruit engage take_on; einstellen eingestellt anstellen; embaucher engager recruter; contratar; ' +
    'assumere ingaggiare; contratar; 採用 雇っ; وظف تعيين',
  'retire resign step_down leave_office; ruhestand zurücktreten ausscheiden; retraite démissionner quitter; ' +
    'jubilarse dimitir retirarse; pensione dimettersi; reformar aposentar demitir; 退任 退職 引退; تقاعد استقال',
  'succeed successor follow take_over; nachfolger nachfolgen ablösen; succéder successeur; suceder sucesor; ' +
    'succedere successore; suceder sucessor; 後任 後継; خلف خليفة',
  'company firm business corporation enterprise manufacturer contractor group; firma unternehmen betrieb konzern ' +
    'gesellschaft; entreprise société firme; empresa compañía sociedad; azienda impresa società ditta; ' +
    'empresa companhia firma; 会社 企業 同社; شركة مؤسسة',
  'plant factory works mill; fabrik werk anlage; usine; fábrica planta; fabbrica stabilimento; fábrica usina; 工場; ' +
    'مصنع محطة',
  'produce make made manufacture production output; herstellen produzieren produktion hergestellt; ' +
    'produire fabriquer production; producir fabricar producción; produrre produzione fabbricare; ' +
    'produzir fabricar produção; 生産 製造; أنتج إنتاج صنع إنتاجية',
  'export abroad overseas foreign international; export ausland ausländisch; exporter étranger exportation; ' +
    'exportar extranjero exportación exterior; esportare estero straniero; exportar exterior estrangeiro; 輸出 海外; ' +
    'صادرات تصدير خارج',
  'market; markt; marché; mercado; mercato; mercado; 市場; سوق',
  'share part portion proportion percentage account_for make_up represent fraction; ' +
    'anteil teil ausmachen entfallen; part proportion représenter; parte cuota proporción representar; quota parte; ' +
    'parte quota proporção representar; 割合 比率 占め; حصة جزء نسبة',
  'rest remainder remaining balance; rest übrig restlich; reste restant solde; resto restante; resto rimanente; ' +
    'resto restante; 残り; باقي بقية',
  'meeting assembly session gathering; versammlung sitzung treffen tagung; réunion assemblée séance; ' +
    'reunión asamblea sesión junta; riunione assemblea; reunião assembleia; 会議 総会; اجتماع جلسة',
  'member; mitglied; membre; miembro socio; membro socio; membro sócio; 会員 委員; عضو أعضاء',
  'council councillor cllr municipality borough municipal town_hall local_authority; ' +
    'rat gemeinde stadtrat verwaltung; conseil mairie municipalité commune; ayuntamiento municipio concejo; ' +
    'comune consiglio municipio; câmara município conselho concelho junta; 議会 市立 自治体; بلدية مجلس',
  'government state ministry authority; regierung staat behörde ministerium; gouvernement état autorité; ' +
    'gobierno estado autoridad; governo stato autorità; governo estado autoridade; 政府 国; حكومة دولة سلطة',
  'war; krieg; guerre; guerra; guerra; guerra; 戦争; حرب',
  'police officer; polizei; police; policía; polizia; polícia; 警察; شرطة',
  'help aid assist support; hilfe helfen unterstützen; aide aider soutenir; ayuda ayudar apoyar; aiuto aiutare; ' +
    'ajuda ajudar apoiar; 支援 補助 助け; ساعد مساعدة دعم',
  'grant subsidy subsidise; zuschuss förderung; subvention; subvención; sovvenzione; subsídio; 補助金; منحة إعانة',
  'prize award honour honorary medal; preis auszeichnung ehrung; prix récompense; premio galardón; premio; prémio; ' +
    '賞; جائزة',
  'joint together shared common mutual; gemeinsam zusammen; ensemble commun; juntos común conjunto; ' +
    'insieme comune; juntos comum; 共同 一緒; معا مشترك',
  'safe harmless safely; harmlos ungefährlich; inoffensif; inofensivo; innocuo; inofensivo',
  'unsafe hazardous harmful dangerous; schädlich; nocif; nocivo; nocivo; nocivo',
  'effective effectively efficient; wirksam; efficace; eficaz; efficace; eficaz; 有効; فعال',
  'ineffective useless; wirkungslos nutzlos; inefficace inutile; ineficaz inútil; inefficace inutile; ' +
    'ineficaz inútil; 無効',
  'possible feasible can able; möglich können kann; possible pouvoir; posible poder; possibile potere; ' +
    'possível poder; 可能; ممكن',
  'impossible unable unfeasible; unmöglich; impossible; imposible; impossibile; impossível; 不可能; مستحيل',
];
