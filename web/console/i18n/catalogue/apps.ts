import type { Messages } from '../messages.js';

/** Applications. */
export const apps = {
  'apps.lead': {
    en: 'Whose devices you send to: a site, an app for Android, an app for iPhone.',
    de: 'An wessen Geräte Sie senden: eine Website, eine Android-App, eine iPhone-App.',
  },
  'apps.new': { en: 'New application', de: 'Neue Anwendung' },
  'apps.new.lead': {
    en: 'Three answers, and devices can register.',
    de: 'Drei Angaben, und Geräte können sich registrieren.',
  },
  'apps.search': { en: 'Search by name', de: 'Nach Namen suchen' },
  'apps.filter': { en: 'Which applications', de: 'Welche Anwendungen' },
  'apps.filter.active': { en: 'Active', de: 'Aktive' },
  'apps.filter.archived': { en: 'Archived', de: 'Archivierte' },
  'apps.none': { en: 'No applications yet', de: 'Noch keine Anwendungen' },
  'apps.none.text': {
    en: 'Begin with your site: web push needs no account anywhere, only two lines in the page.',
    de: 'Beginnen Sie mit Ihrer Website: Web-Push braucht nirgends ein Konto, nur zwei Zeilen in der Seite.',
  },
  'apps.none.narrowed': { en: 'No application fits', de: 'Keine Anwendung passt' },
  'apps.name': { en: 'Name', de: 'Name' },
  'apps.name.hint': { en: 'As your team calls it.', de: 'Wie Ihr Team sie nennt.' },
  'apps.link': { en: 'Link', de: 'Link' },
  'apps.link.hint': {
    en: 'Where it can be had, for example a store. Optional.',
    de: 'Wo es sie gibt, etwa in einem Store. Freiwillig.',
  },
  'apps.status': { en: 'Status', de: 'Status' },
  'apps.status.archived': { en: 'Archived', de: 'Archiviert' },
  'apps.status.refused': { en: 'Credentials refused', de: 'Zugangsdaten abgelehnt' },
  'apps.status.paused': { en: 'Paused', de: 'Pausiert' },
  'apps.status.incomplete': { en: 'Credentials missing', de: 'Zugangsdaten fehlen' },
  'apps.status.working': { en: 'Working', de: 'Funktioniert' },
  'apps.status.untried': { en: 'Ready, not tried yet', de: 'Bereit, noch nicht erprobt' },
  'apps.devices': { en: 'Devices', de: 'Geräte' },
  'apps.devices.lead': { en: 'The last {days} days', de: 'Die letzten {days} Tage' },
  'apps.devices.show': { en: 'Show devices', de: 'Geräte zeigen' },
  'apps.devices.active': { en: 'Active', de: 'Aktiv' },
  'apps.devices.registered': { en: 'New', de: 'Neu' },
  'apps.devices.retired': { en: 'Retired', de: 'Stillgelegt' },
  'apps.devices.chart': { en: 'Active devices by day', de: 'Aktive Geräte nach Tagen' },
  'apps.devices.changes': { en: 'New and retired devices by day', de: 'Neue und stillgelegte Geräte nach Tagen' },
  'apps.devices.none': { en: 'No devices yet', de: 'Noch keine Geräte' },
  'apps.devices.none.text': {
    en: 'Put the snippet below into your site or app, or import devices that you have already.',
    de: 'Setzen Sie den Ausschnitt unten in Ihre Website oder App, oder importieren Sie Geräte, die Sie schon haben.',
  },
  'apps.about.WEBPUSH': {
    en: 'A website. Nothing to set up elsewhere.',
    de: 'Eine Website. Nirgends sonst etwas einzurichten.',
  },
  'apps.about.PROVIDER_A': {
    en: 'An Android app. One file from Google.',
    de: 'Eine Android-App. Eine Datei von Google.',
  },
  'apps.about.PROVIDER_C': {
    en: 'An iPhone or iPad app. A key from Apple.',
    de: 'Eine iPhone- oder iPad-App. Ein Schlüssel von Apple.',
  },
  'apps.about.PROVIDER_B': { en: 'Apps that use OneSignal already.', de: 'Apps, die schon OneSignal nutzen.' },
  'apps.step.provider': { en: '1. What kind of devices?', de: '1. Welche Art von Geräten?' },
  'apps.step.name': { en: '2. What is it called?', de: '2. Wie heißt sie?' },
  'apps.step.credentials': { en: '3. What the provider wants', de: '3. Was der Anbieter verlangt' },
  'apps.create': { en: 'Create application', de: 'Anwendung anlegen' },
  'apps.guide.title': { en: 'Where to find it', de: 'Wo Sie es finden' },
  'apps.guide.open': { en: 'Open {site}', de: '{site} öffnen' },
  'apps.guide.web': {
    en: 'Nothing at all: the keys that browsers want (VAPID) are made here when you create the application.',
    de: 'Gar nichts: Die Schlüssel, die Browser verlangen (VAPID), entstehen hier beim Anlegen der Anwendung.',
  },
  'apps.guide.a.1': {
    en: 'Open the Firebase console and choose the project of your app.',
    de: 'Öffnen Sie die Firebase-Konsole und wählen Sie das Projekt Ihrer App.',
  },
  'apps.guide.a.2': {
    en: 'At the gear, choose “Project settings”, then the tab “Service accounts”.',
    de: 'Wählen Sie am Zahnrad „Projekteinstellungen“, dann den Reiter „Dienstkonten“.',
  },
  'apps.guide.a.3': {
    en: 'Press “Generate new private key” and confirm. Your browser downloads a .json file.',
    de: 'Drücken Sie „Neuen privaten Schlüssel generieren“ und bestätigen Sie. Ihr Browser lädt eine .json-Datei.',
  },
  'apps.guide.a.4': {
    en: 'Choose that file here. It is not google-services.json, which belongs into the app.',
    de: 'Wählen Sie diese Datei hier. Es ist nicht google-services.json, die in die App gehört.',
  },
  'apps.guide.b.1': {
    en: 'Sign in to OneSignal and open your app.',
    de: 'Melden Sie sich bei OneSignal an und öffnen Sie Ihre App.',
  },
  'apps.guide.b.2': {
    en: 'Go to “Settings”, then “Keys & IDs”. Copy the OneSignal App ID.',
    de: 'Gehen Sie zu „Settings“, dann „Keys & IDs“. Kopieren Sie die OneSignal App ID.',
  },
  'apps.guide.b.3': {
    en: 'Under “API Keys” add a key for the app. It is shown once: copy it here at once.',
    de: 'Legen Sie unter „API Keys“ einen Schlüssel für die App an. Er wird einmal gezeigt: Kopieren Sie ihn gleich hierher.',
  },
  'apps.guide.c.1': {
    en: 'Sign in to Apple Developer and open “Certificates, Identifiers & Profiles”, then “Keys”.',
    de: 'Melden Sie sich bei Apple Developer an und öffnen Sie „Certificates, Identifiers & Profiles“, dann „Keys“.',
  },
  'apps.guide.c.2': {
    en: 'Press “+”, give the key a name, tick “Apple Push Notifications service (APNs)”, continue and register.',
    de: 'Drücken Sie „+“, geben Sie dem Schlüssel einen Namen, kreuzen Sie „Apple Push Notifications service (APNs)“ an, weiter und registrieren.',
  },
  'apps.guide.c.3': {
    en: 'Download the .p8 file. Apple lets you do that only once. The Key ID stands on the same page.',
    de: 'Laden Sie die .p8-Datei. Apple erlaubt das nur einmal. Die Key ID steht auf derselben Seite.',
  },
  'apps.guide.c.4': {
    en: 'The Team ID stands under “Membership details” of your account.',
    de: 'Die Team ID steht unter „Membership details“ Ihres Kontos.',
  },
  'apps.guide.c.5': {
    en: 'The bundle id stands under “Identifiers”, and in Xcode at the target under “General”.',
    de: 'Die Bundle ID steht unter „Identifiers“, und in Xcode am Target unter „General“.',
  },
  'apps.field.serviceAccount': { en: 'File of the service account (.json)', de: 'Datei des Dienstkontos (.json)' },
  'apps.field.serviceAccount.hint': {
    en: 'Stored encrypted, and never shown again.',
    de: 'Wird verschlüsselt gespeichert und nie wieder gezeigt.',
  },
  'apps.field.serviceAccount.of': { en: 'Project {project}', de: 'Projekt {project}' },
  'apps.field.serviceAccount.other': {
    en: 'This is not the key file of a service account. Generate one under “Service accounts”, as in step 3.',
    de: 'Das ist nicht die Schlüsseldatei eines Dienstkontos. Erzeugen Sie eine unter „Dienstkonten“ wie in Schritt 3.',
  },
  'apps.field.paste': { en: 'Or paste its text', de: 'Oder fügen Sie ihren Text ein' },
  'apps.field.appId': { en: 'OneSignal App ID', de: 'OneSignal App ID' },
  'apps.field.apiKey': { en: 'API key of the app', de: 'API-Schlüssel der App' },
  'apps.field.p8': { en: 'Key file (.p8)', de: 'Schlüsseldatei (.p8)' },
  'apps.field.p8.hint': {
    en: 'Stored encrypted, and never shown again.',
    de: 'Wird verschlüsselt gespeichert und nie wieder gezeigt.',
  },
  'apps.field.keyId': { en: 'Key ID', de: 'Key ID' },
  'apps.field.keyId.hint': {
    en: '10 characters, of the key that you downloaded.',
    de: '10 Zeichen, zum geladenen Schlüssel.',
  },
  'apps.field.teamId': { en: 'Team ID', de: 'Team ID' },
  'apps.field.teamId.hint': { en: '10 characters.', de: '10 Zeichen.' },
  'apps.field.topic': { en: 'Bundle id of the app', de: 'Bundle ID der App' },
  'apps.field.topic.hint': { en: 'Apple calls it the topic.', de: 'Apple nennt sie Topic.' },
  'apps.credentials': { en: 'Credentials', de: 'Zugangsdaten' },
  'apps.credentials.made': {
    en: 'The keys of this application were made here. Browsers need nothing else.',
    de: 'Die Schlüssel dieser Anwendung sind hier entstanden. Browser brauchen nichts weiter.',
  },
  'apps.credentials.INCOMPLETE': {
    en: 'A part is missing, so that nothing can be sent. Enter them anew.',
    de: 'Ein Teil fehlt, daher kann nichts gesendet werden. Geben Sie sie neu ein.',
  },
  'apps.credentials.UNTRIED': {
    en: 'Complete, and not used yet. Check them now, rather than with your first campaign.',
    de: 'Vollständig und noch nicht benutzt. Prüfen Sie sie jetzt, nicht erst mit der ersten Kampagne.',
  },
  'apps.credentials.WORKING': { en: 'The provider takes them.', de: 'Der Anbieter akzeptiert sie.' },
  'apps.credentials.REFUSED': {
    en: 'The provider refused them. Enter new ones.',
    de: 'Der Anbieter hat sie abgelehnt. Geben Sie neue ein.',
  },
  'apps.credentials.replace': { en: 'Replace credentials', de: 'Zugangsdaten ersetzen' },
  'apps.credentials.replaced': {
    en: 'The new credentials are in use.',
    de: 'Die neuen Zugangsdaten sind in Gebrauch.',
  },
  'apps.check': { en: 'Check now', de: 'Jetzt prüfen' },
  'apps.facts': { en: 'Facts', de: 'Angaben' },
  'apps.serviceId': { en: 'Service id', de: 'Service-ID' },
  'apps.vapidKey': { en: 'Public VAPID key', de: 'Öffentlicher VAPID-Schlüssel' },
  'apps.groups': { en: 'Groups', de: 'Gruppen' },
  'apps.createdAt': { en: 'Created', de: 'Angelegt' },
  'apps.edit': { en: 'Edit name and link', de: 'Name und Link ändern' },
  'apps.archive': { en: 'Archive', de: 'Archivieren' },
  'apps.archive.title': { en: 'Archive {name}?', de: '{name} archivieren?' },
  'apps.archive.text': {
    en: 'Nothing is sent to its devices any more, and it leaves its groups and campaigns for good. You can restore it; its devices then come back one by one, when their app is next opened.',
    de: 'An ihre Geräte wird nichts mehr gesendet, und sie verlässt ihre Gruppen und Kampagnen endgültig. Sie können sie wiederherstellen; ihre Geräte kommen dann einzeln zurück, wenn die App das nächste Mal geöffnet wird.',
  },
  'apps.unarchive': { en: 'Restore', de: 'Wiederherstellen' },
  'apps.delete.title': { en: 'Delete {name} for good?', de: '{name} endgültig löschen?' },
  'apps.delete.text': {
    en: 'It goes with all its devices. There is no way back; archive it if you are not sure.',
    de: 'Sie wird mit allen Geräten gelöscht. Es gibt keinen Weg zurück; archivieren Sie sie, wenn Sie nicht sicher sind.',
  },
  'apps.renew': { en: 'New VAPID key', de: 'Neuer VAPID-Schlüssel' },
  'apps.renew.text': {
    en: 'New subscriptions use the new key. Browsers that subscribed with the old one still get messages.',
    de: 'Neue Abonnements nutzen den neuen Schlüssel. Browser mit dem alten erhalten weiterhin Nachrichten.',
  },
  'apps.renewed': { en: 'The new key is in use.', de: 'Der neue Schlüssel ist in Gebrauch.' },
  'apps.created.title': { en: 'The application is there.', de: 'Die Anwendung ist angelegt.' },
  'apps.created.text': {
    en: 'Check its credentials, then give the last section of this page to your developers.',
    de: 'Prüfen Sie die Zugangsdaten und geben Sie dann den letzten Abschnitt dieser Seite an Ihre Entwicklung.',
  },
  'apps.created.web': {
    en: 'Put the two snippets at the end of this page into your site, and open it in a browser.',
    de: 'Setzen Sie die beiden Ausschnitte am Ende dieser Seite in Ihre Website und öffnen Sie sie im Browser.',
  },
  'apps.refused.title': { en: 'The provider refuses the credentials.', de: 'Der Anbieter lehnt die Zugangsdaten ab.' },
  'apps.refused.text': {
    en: 'Nothing is sent until they are replaced; what waits is sent then.',
    de: 'Bis sie ersetzt sind, wird nichts gesendet; was wartet, geht dann hinaus.',
  },
  'apps.paused.title': { en: 'Paused since {since}.', de: 'Pausiert seit {since}.' },
  'apps.paused.until': { en: 'It is tried again at {until}.', de: 'Der nächste Versuch ist um {until}.' },
  'apps.paused.trying': {
    en: 'It goes on by itself as soon as a message gets through.',
    de: 'Es geht von selbst weiter, sobald eine Nachricht durchkommt.',
  },
  'apps.foreign.title': {
    en: '{count, plural, one {# browser} other {# browsers}} cannot be reached.',
    de: '{count, plural, one {# Browser ist} other {# Browser sind}} nicht erreichbar.',
  },
  'apps.foreign.text': {
    en: 'They subscribed with a key that is not this application’s. Have your site subscribe them anew, with the key on this page.',
    de: 'Sie haben mit einem Schlüssel abonniert, der nicht dieser Anwendung gehört. Lassen Sie Ihre Website neu abonnieren, mit dem Schlüssel auf dieser Seite.',
  },
  'apps.archived.title': { en: 'Archived.', de: 'Archiviert.' },
  'apps.archived.text': { en: 'Nothing is sent to its devices.', de: 'An ihre Geräte wird nichts gesendet.' },
  'apps.connect': { en: 'Connect your site or app', de: 'Website oder App anbinden' },
  'apps.connect.lead.WEBPUSH': { en: 'Two pieces for your site.', de: 'Zwei Stücke für Ihre Website.' },
  'apps.connect.lead.PROVIDER_A': {
    en: 'What the developers of the app need.',
    de: 'Was die Entwicklung der App braucht.',
  },
  'apps.connect.lead.PROVIDER_B': {
    en: 'What the developers of the app need.',
    de: 'Was die Entwicklung der App braucht.',
  },
  'apps.connect.lead.PROVIDER_C': {
    en: 'What the developers of the app need.',
    de: 'Was die Entwicklung der App braucht.',
  },
  'apps.snippet.worker': {
    en: 'Put a file named sw.js at the root of your site, with this one line:',
    de: 'Legen Sie eine Datei namens sw.js ins Wurzelverzeichnis Ihrer Website, mit dieser einen Zeile:',
  },
  'apps.snippet.page': {
    en: 'Put this into the page, where there is a button with the id “subscribe”:',
    de: 'Setzen Sie dies in die Seite, in der es einen Knopf mit der id „subscribe“ gibt:',
  },
  'apps.snippet.page.name': { en: 'Your page', de: 'Ihre Seite' },
  'apps.snippet.comment': {
    en: 'Browsers ask for permission only after a click.',
    de: 'Browser fragen nur nach einem Klick um Erlaubnis.',
  },
  'apps.snippet.try': {
    en: 'Open your site over https, press the button, and reload this page: the browser is among the devices.',
    de: 'Öffnen Sie Ihre Website über https, drücken Sie den Knopf und laden Sie diese Seite neu: Der Browser steht unter den Geräten.',
  },
  'apps.snippet.token.PROVIDER_A': {
    en: 'The app asks Firebase for its registration token (FirebaseMessaging.getToken) at every start.',
    de: 'Die App fragt Firebase bei jedem Start nach ihrem Registrierungstoken (FirebaseMessaging.getToken).',
  },
  'apps.snippet.token.PROVIDER_B': {
    en: 'The app reads the subscription id from the OneSignal SDK (OneSignal.User.pushSubscription.id) at every start.',
    de: 'Die App liest bei jedem Start die Subscription-ID aus dem OneSignal-SDK (OneSignal.User.pushSubscription.id).',
  },
  'apps.snippet.token.PROVIDER_C': {
    en: 'The app registers for remote notifications at every start and gets its device token, as hexadecimal text.',
    de: 'Die App registriert sich bei jedem Start für Mitteilungen und erhält ihr Gerätetoken, als hexadezimalen Text.',
  },
  'apps.snippet.register': {
    en: 'It sends it here. Language, time zone and your own id of the user are optional.',
    de: 'Sie sendet es hierher. Sprache, Zeitzone und Ihre eigene Benutzer-ID sind freiwillig.',
  },
  'apps.snippet.register.name': { en: 'Registration', de: 'Registrierung' },
  'apps.snippet.secret': {
    en: 'The answer has a device_secret. The app keeps it, and sends it as “authorization: Bearer …” from then on.',
    de: 'Die Antwort enthält ein device_secret. Die App bewahrt es auf und sendet es fortan als „authorization: Bearer …“.',
  },
  'role.lacks.write': {
    en: 'Your role cannot change anything here. An admin can give you another one.',
    de: 'Ihre Rolle kann hier nichts ändern. Ein Admin kann Ihnen eine andere geben.',
  },
  'list.widen': {
    en: 'Change what you search for, or clear the filters.',
    de: 'Ändern Sie die Suche oder leeren Sie die Filter.',
  },
  'pager.label': { en: 'Pages of {list}', de: 'Seiten von {list}' },
  'pager.previous': { en: 'Previous', de: 'Zurück' },
  'pager.next': { en: 'Next', de: 'Weiter' },
  'copy.label': { en: 'Copy {name}', de: '{name} kopieren' },
  'copy.refused': {
    en: 'The browser does not allow copying here. Select the text and copy it by hand.',
    de: 'Der Browser erlaubt das Kopieren hier nicht. Markieren Sie den Text und kopieren Sie ihn von Hand.',
  },
  'file.drop': { en: 'Drop the file here, or', de: 'Datei hier ablegen, oder' },
  'file.choose': { en: 'Choose a file', de: 'Datei wählen' },
  'file.chooseOther': { en: 'Choose another', de: 'Andere wählen' },
} as const satisfies Messages;
