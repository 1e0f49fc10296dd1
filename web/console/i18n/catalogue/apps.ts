import type { Messages } from '../messages.js';

/** Applications. */
export const apps = {
  'apps.lead': {
    en: 'The websites and apps whose devices you send to.',
    de: 'Die Websites und Apps, an deren Geräte Sie senden.',
  },
  'apps.new': { en: 'New application', de: 'Neue Anwendung' },
  'apps.new.lead': {
    en: 'Three steps, and devices can register.',
    de: 'Drei Schritte, dann können sich Geräte registrieren.',
  },
  'apps.search': { en: 'Search by name', de: 'Nach Namen suchen' },
  'apps.filter': { en: 'Which applications', de: 'Welche Anwendungen' },
  'apps.filter.active': { en: 'Active', de: 'Aktive' },
  'apps.filter.archived': { en: 'Archived', de: 'Archivierte' },
  'apps.none': { en: 'No applications yet', de: 'Noch keine Anwendungen' },
  'apps.none.text': {
    en: 'Start with your website: web push needs no account elsewhere, just two snippets.',
    de: 'Beginnen Sie mit Ihrer Website: Web-Push braucht kein Konto bei einem Anbieter, nur zwei Code-Schnipsel.',
  },
  'apps.none.narrowed': { en: 'No matching application', de: 'Keine passende Anwendung' },
  'apps.name': { en: 'Name', de: 'Name' },
  'apps.name.hint': { en: 'What your team calls it.', de: 'Wie Ihr Team sie nennt.' },
  'apps.link': { en: 'Link', de: 'Link' },
  'apps.link.none': { en: 'none', de: 'keiner' },
  'apps.link.hint': {
    en: 'Where people can get it, such as an app store. Optional.',
    de: 'Wo man sie bekommt, etwa im App Store. Optional.',
  },
  'apps.status': { en: 'Status', de: 'Status' },
  'apps.status.archived': { en: 'Archived', de: 'Archiviert' },
  'apps.status.refused': { en: 'Credentials refused', de: 'Zugangsdaten abgelehnt' },
  'apps.status.paused': { en: 'Paused', de: 'Pausiert' },
  'apps.status.incomplete': { en: 'Credentials missing', de: 'Zugangsdaten fehlen' },
  'apps.status.working': { en: 'Working', de: 'Funktioniert' },
  'apps.status.untried': { en: 'Ready, not tested yet', de: 'Bereit, noch nicht erprobt' },
  'apps.devices': { en: 'Devices', de: 'Geräte' },
  'apps.devices.lead': { en: 'The last {days} days', de: 'Die letzten {days} Tage' },
  'apps.devices.show': { en: 'Show devices', de: 'Geräte zeigen' },
  'apps.devices.active': { en: 'Active', de: 'Aktiv' },
  'apps.devices.registered': { en: 'New', de: 'Neu' },
  'apps.devices.retired': { en: 'Retired', de: 'Stillgelegt' },
  'apps.devices.chart': { en: 'Active devices by day', de: 'Aktive Geräte pro Tag' },
  'apps.devices.changes': { en: 'New and retired devices by day', de: 'Neue und stillgelegte Geräte pro Tag' },
  'apps.devices.none': { en: 'No devices yet', de: 'Noch keine Geräte' },
  'apps.devices.none.text': {
    en: 'Add the snippet above to your site or app, or import devices you already have.',
    de: 'Bauen Sie den Code oben in Ihre Website oder App ein oder importieren Sie vorhandene Geräte.',
  },
  'apps.about.WEBPUSH': {
    en: 'A website. Nothing to set up anywhere else.',
    de: 'Eine Website. Sonst ist nichts einzurichten.',
  },
  'apps.about.PROVIDER_A': {
    en: 'An Android app. One file from Google.',
    de: 'Eine Android-App. Eine Datei von Google.',
  },
  'apps.about.PROVIDER_C': {
    en: 'An iPhone or iPad app. A key from Apple.',
    de: 'Eine iPhone- oder iPad-App. Ein Schlüssel von Apple.',
  },
  'apps.about.PROVIDER_B': { en: 'Apps that already use OneSignal.', de: 'Apps, die schon OneSignal nutzen.' },
  'apps.step.provider': { en: '1. What kind of devices?', de: '1. Welche Art von Geräten?' },
  'apps.step.name': { en: '2. What is it called?', de: '2. Wie heißt sie?' },
  'apps.step.credentials': { en: '3. Provider credentials', de: '3. Zugangsdaten beim Anbieter' },
  'apps.create': { en: 'Create application', de: 'Anwendung anlegen' },
  'apps.guide.title': { en: 'Where to find it', de: 'Wo Sie es finden' },
  'apps.guide.open': { en: 'Open {site}', de: '{site} öffnen' },
  'apps.guide.web': {
    en: 'None needed: the VAPID keys that browsers ask for are generated when you create the application.',
    de: 'Nicht nötig: Die VAPID-Schlüssel, die Browser verlangen, werden beim Anlegen der Anwendung erzeugt.',
  },
  'apps.guide.a.1': {
    en: 'Open the Firebase console and select your app’s project.',
    de: 'Öffnen Sie die Firebase-Konsole und wählen Sie das Projekt Ihrer App.',
  },
  'apps.guide.a.2': {
    en: 'Click the gear icon, then “Project settings”, then the “Service accounts” tab.',
    de: 'Klicken Sie auf das Zahnrad, dann auf „Projekteinstellungen“ und den Tab „Dienstkonten“.',
  },
  'apps.guide.a.3': {
    en: 'Click “Generate new private key” and confirm. Your browser downloads a .json file.',
    de: 'Klicken Sie auf „Neuen privaten Schlüssel generieren“ und bestätigen Sie. Ihr Browser lädt eine .json-Datei herunter.',
  },
  'apps.guide.a.4': {
    en: 'Choose that file here. It is not google-services.json, which belongs in the app.',
    de: 'Wählen Sie diese Datei hier aus. Gemeint ist nicht google-services.json; die gehört in die App.',
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
    en: 'Under “API Keys”, add a key for the app. It is shown only once, so copy it here right away.',
    de: 'Legen Sie unter „API Keys“ einen Schlüssel für die App an. Er wird nur einmal gezeigt: Kopieren Sie ihn gleich hierher.',
  },
  'apps.guide.c.1': {
    en: 'Sign in to Apple Developer and open “Certificates, Identifiers & Profiles”, then “Keys”.',
    de: 'Melden Sie sich bei Apple Developer an und öffnen Sie „Certificates, Identifiers & Profiles“, dann „Keys“.',
  },
  'apps.guide.c.2': {
    en: 'Click “+”, name the key, tick “Apple Push Notifications service (APNs)”, then continue and register.',
    de: 'Klicken Sie auf „+“, geben Sie dem Schlüssel einen Namen, wählen Sie „Apple Push Notifications service (APNs)“ und registrieren Sie ihn.',
  },
  'apps.guide.c.3': {
    en: 'Download the .p8 file; Apple lets you do that only once. The Key ID is on the same page.',
    de: 'Laden Sie die .p8-Datei herunter; Apple erlaubt das nur einmal. Die Key ID steht auf derselben Seite.',
  },
  'apps.guide.c.4': {
    en: 'The Team ID is under “Membership details” in your account.',
    de: 'Die Team ID steht unter „Membership details“ Ihres Kontos.',
  },
  'apps.guide.c.5': {
    en: 'The Bundle ID is under “Identifiers”, and in Xcode under the target’s “General” tab.',
    de: 'Die Bundle ID steht unter „Identifiers“ und in Xcode beim Target unter „General“.',
  },
  'apps.field.serviceAccount': { en: 'Service account file (.json)', de: 'Datei des Dienstkontos (.json)' },
  'apps.field.serviceAccount.hint': {
    en: 'Stored encrypted and never shown again.',
    de: 'Wird verschlüsselt gespeichert und nie wieder gezeigt.',
  },
  'apps.field.serviceAccount.of': { en: 'Project {project}', de: 'Projekt {project}' },
  'apps.field.serviceAccount.other': {
    en: 'This is not the key file of a service account. Generate one under “Service accounts”, as in step 3.',
    de: 'Das ist nicht die Schlüsseldatei eines Dienstkontos. Erzeugen Sie eine unter „Dienstkonten“ wie in Schritt 3.',
  },
  'apps.field.paste': { en: 'Or paste its text', de: 'Oder fügen Sie den Inhalt ein' },
  'apps.field.appId': { en: 'OneSignal App ID', de: 'OneSignal App ID' },
  'apps.field.apiKey': { en: 'App API key', de: 'API-Schlüssel der App' },
  'apps.field.p8': { en: 'Key file (.p8)', de: 'Schlüsseldatei (.p8)' },
  'apps.field.p8.hint': {
    en: 'Stored encrypted and never shown again.',
    de: 'Wird verschlüsselt gespeichert und nie wieder gezeigt.',
  },
  'apps.field.keyId': { en: 'Key ID', de: 'Key ID' },
  'apps.field.keyId.hint': {
    en: '10 characters; belongs to the key you downloaded.',
    de: '10 Zeichen; gehört zum heruntergeladenen Schlüssel.',
  },
  'apps.field.teamId': { en: 'Team ID', de: 'Team ID' },
  'apps.field.teamId.hint': { en: '10 characters.', de: '10 Zeichen.' },
  'apps.field.topic': { en: 'Bundle ID of the app', de: 'Bundle ID der App' },
  'apps.field.topic.hint': { en: 'Apple calls it the topic.', de: 'Apple nennt sie Topic.' },
  'apps.credentials': { en: 'Credentials', de: 'Zugangsdaten' },
  'apps.credentials.made': {
    en: 'This application’s keys were generated here. Browsers need nothing else.',
    de: 'Die Schlüssel dieser Anwendung wurden hier erzeugt. Mehr brauchen Browser nicht.',
  },
  'apps.credentials.INCOMPLETE': {
    en: 'Something is missing, so nothing can be sent. Enter them again.',
    de: 'Etwas fehlt, deshalb kann nichts gesendet werden. Geben Sie sie neu ein.',
  },
  'apps.credentials.UNTRIED': {
    en: 'Complete, but not used yet. Check them now rather than with your first campaign.',
    de: 'Vollständig, aber noch nicht benutzt. Prüfen Sie sie jetzt und nicht erst mit der ersten Kampagne.',
  },
  'apps.credentials.WORKING': { en: 'The provider accepts them.', de: 'Der Anbieter akzeptiert sie.' },
  'apps.credentials.REFUSED': {
    en: 'The provider refused them. Enter new ones.',
    de: 'Der Anbieter hat sie abgelehnt. Geben Sie neue ein.',
  },
  'apps.credentials.replace': { en: 'Replace credentials', de: 'Zugangsdaten ersetzen' },
  'apps.credentials.replaced': {
    en: 'The new credentials are now in use.',
    de: 'Die neuen Zugangsdaten gelten ab jetzt.',
  },
  'apps.check': { en: 'Check now', de: 'Jetzt prüfen' },
  'apps.check.PROVIDER_A': {
    en: 'Google takes the service account and lets it send for the project.',
    de: 'Google nimmt das Dienstkonto an und lässt es für das Projekt senden.',
  },
  'apps.check.PROVIDER_B': {
    en: 'OneSignal takes the key for this application.',
    de: 'OneSignal nimmt den Schlüssel für diese Anwendung an.',
  },
  'apps.check.PROVIDER_C': {
    en: 'Apple takes the key. Whether the bundle ID is that of the app shows with the first message.',
    de: 'Apple nimmt den Schlüssel an. Ob die Bundle-ID die der App ist, zeigt sich mit der ersten Nachricht.',
  },
  'apps.check.WEBPUSH': {
    en: 'The keys are a valid pair. Whether browsers subscribed with this key shows with the first message.',
    de: 'Die Schlüssel sind ein gültiges Paar. Ob Browser mit diesem Schlüssel abonniert haben, zeigt sich mit der ersten Nachricht.',
  },
  'apps.check.refused': {
    en: 'The provider does not take these credentials. {why}',
    de: 'Der Anbieter nimmt diese Zugangsdaten nicht an. {why}',
  },
  'apps.check.unknown': {
    en: 'The provider has not said whether it takes these credentials; try again later. {why}',
    de: 'Der Anbieter hat nicht gesagt, ob er diese Zugangsdaten annimmt; versuchen Sie es später noch einmal. {why}',
  },
  'apps.facts': { en: 'Details', de: 'Angaben' },
  'apps.serviceId': { en: 'Service ID', de: 'Service-ID' },
  'apps.vapidKey': { en: 'Public VAPID key', de: 'Öffentlicher VAPID-Schlüssel' },
  'apps.groups': { en: 'Groups', de: 'Gruppen' },
  'apps.createdAt': { en: 'Created', de: 'Angelegt' },
  'apps.edit': { en: 'Edit name and link', de: 'Name und Link ändern' },
  'apps.archive': { en: 'Archive', de: 'Archivieren' },
  'apps.archive.title': { en: 'Archive {name}?', de: '{name} archivieren?' },
  'apps.archive.text': {
    en: 'Within three seconds, nothing more is sent to its devices, and it is removed from its groups and campaigns for good. You can restore it; its devices then come back one by one as people open the app.',
    de: 'Nach spätestens drei Sekunden wird an ihre Geräte nichts mehr gesendet, und sie wird endgültig aus ihren Gruppen und Kampagnen entfernt. Sie können sie wiederherstellen; ihre Geräte kommen dann nach und nach zurück, sobald die App geöffnet wird.',
  },
  'apps.unarchive': { en: 'Restore', de: 'Wiederherstellen' },
  'apps.delete.title': { en: 'Delete {name} for good?', de: '{name} endgültig löschen?' },
  'apps.delete.text': {
    en: 'All its devices are deleted with it, and within three seconds nothing more is sent to them. This cannot be undone; archive it if you are not sure.',
    de: 'Alle ihre Geräte werden mit gelöscht, und nach spätestens drei Sekunden wird nichts mehr an sie gesendet. Das lässt sich nicht rückgängig machen; archivieren Sie sie, wenn Sie nicht sicher sind.',
  },
  'apps.renew': { en: 'New VAPID key', de: 'Neuer VAPID-Schlüssel' },
  'apps.renew.text': {
    en: 'New subscriptions use the new key. Browsers that subscribed with the old one still get messages.',
    de: 'Neue Abonnements nutzen den neuen Schlüssel. Browser mit dem alten erhalten weiterhin Nachrichten.',
  },
  'apps.renewed': { en: 'The new key is now in use.', de: 'Der neue Schlüssel gilt ab jetzt.' },
  'apps.created.title': { en: 'The application has been created.', de: 'Die Anwendung ist angelegt.' },
  'apps.created.text': {
    en: 'Check its credentials, then pass “Connect your site or app” below to your developers.',
    de: 'Prüfen Sie die Zugangsdaten und geben Sie dann „Website oder App anbinden“ weiter unten an Ihre Entwicklung.',
  },
  'apps.created.web': {
    en: 'Add the two snippets below to your site, then open it in a browser.',
    de: 'Bauen Sie die beiden Code-Schnipsel unten in Ihre Website ein und öffnen Sie sie im Browser.',
  },
  'apps.refused.title': { en: 'The provider refuses the credentials.', de: 'Der Anbieter lehnt die Zugangsdaten ab.' },
  'apps.refused.text': {
    en: 'Nothing is sent until you replace them; waiting messages go out then.',
    de: 'Bis Sie sie ersetzen, wird nichts gesendet; wartende Nachrichten gehen dann hinaus.',
  },
  'apps.paused.title': { en: 'Paused since {since}.', de: 'Pausiert seit {since}.' },
  'apps.paused.until': { en: 'The next attempt is at {until}.', de: 'Der nächste Versuch ist um {until}.' },
  'apps.paused.trying': {
    en: 'Sending resumes by itself as soon as a message gets through.',
    de: 'Der Versand läuft von selbst weiter, sobald eine Nachricht durchkommt.',
  },
  'apps.foreign.title': {
    en: '{count, plural, one {# browser} other {# browsers}} cannot be reached.',
    de: '{count, plural, one {# Browser ist} other {# Browser sind}} nicht erreichbar.',
  },
  'apps.foreign.text': {
    en: 'They subscribed with a key that does not belong to this application. Have your site subscribe them again with the key on this page.',
    de: 'Sie haben sich mit einem Schlüssel angemeldet, der nicht zu dieser Anwendung gehört. Ihre Website muss sie mit dem Schlüssel auf dieser Seite neu anmelden.',
  },
  'apps.archived.title': { en: 'Archived.', de: 'Archiviert.' },
  'apps.archived.text': { en: 'Nothing is sent to its devices.', de: 'An ihre Geräte wird nichts gesendet.' },
  'apps.connect': { en: 'Connect your site or app', de: 'Website oder App anbinden' },
  'apps.connect.lead.WEBPUSH': { en: 'Two snippets for your site', de: 'Zwei Code-Schnipsel für Ihre Website' },
  'apps.connect.lead.PROVIDER_A': {
    en: 'What the app’s developers need',
    de: 'Was die Entwicklung der App braucht',
  },
  'apps.connect.lead.PROVIDER_B': {
    en: 'What the app’s developers need',
    de: 'Was die Entwicklung der App braucht',
  },
  'apps.connect.lead.PROVIDER_C': {
    en: 'What the app’s developers need',
    de: 'Was die Entwicklung der App braucht',
  },
  'apps.identity': { en: 'Identity verification', de: 'Identitätsprüfung' },
  'apps.identity.lead': {
    en: 'Whether devices must prove which user they belong to',
    de: 'Ob Geräte nachweisen müssen, zu wem sie gehören',
  },
  'apps.identity.OFF': { en: 'Off', de: 'Aus' },
  'apps.identity.REQUIRED': { en: 'Required', de: 'Verlangt' },
  'apps.identity.about.OFF': {
    en: 'Devices are taken at their word. Anyone who knows the service ID can register a device under another user’s ID and receive that user’s messages. Fine for news, not for anything personal.',
    de: 'Geräten wird geglaubt. Wer die Service-ID kennt, kann ein Gerät mit der Nutzer-ID einer anderen Person registrieren und bekommt deren Nachrichten. Für Neuigkeiten genügt das, für Persönliches nicht.',
  },
  'apps.identity.about.REQUIRED': {
    en: 'A device can only name a user with an identity_hash that your server has made, and only your server can set tags. Devices that already have a user or tags keep them.',
    de: 'Ein Gerät kann nur mit einem identity_hash, den Ihr Server erzeugt hat, einen Nutzer angeben, und Tags setzt nur Ihr Server. Geräte behalten Nutzer und Tags, die sie schon haben.',
  },
  'apps.identity.step.secret': {
    en: 'Create a secret and store it on your server.',
    de: 'Erzeugen Sie ein Geheimnis und hinterlegen Sie es auf Ihrem Server.',
  },
  'apps.identity.step.hash': {
    en: 'Have your server make a hash for each user (HMAC-SHA-256 of the user ID, in hex) and your app send it as identity_hash.',
    de: 'Ihr Server erzeugt für jeden Nutzer einen Hash (HMAC-SHA-256 der Nutzer-ID, hexadezimal), Ihre App sendet ihn als identity_hash.',
  },
  'apps.identity.step.require': {
    en: 'Once the app is out with it, require verification here.',
    de: 'Sobald die App damit verteilt ist, verlangen Sie hier die Prüfung.',
  },
  'apps.identity.require': { en: 'Require verification', de: 'Prüfung verlangen' },
  'apps.identity.require.title': { en: 'Require identity verification?', de: 'Identitätsprüfung verlangen?' },
  'apps.identity.require.text': {
    en: 'From now on, registrations that name a user without a valid hash are refused. If there is no secret yet, one is created and shown to you.',
    de: 'Ab jetzt werden Registrierungen abgewiesen, die ohne gültigen Hash einen Nutzer angeben. Gibt es noch kein Geheimnis, wird eines erzeugt und Ihnen gezeigt.',
  },
  'apps.identity.isRequired': { en: 'Verification is required now.', de: 'Die Prüfung wird jetzt verlangt.' },
  'apps.identity.stop': { en: 'Turn off verification', de: 'Prüfung ausschalten' },
  'apps.identity.stop.title': { en: 'Turn off identity verification?', de: 'Identitätsprüfung ausschalten?' },
  'apps.identity.stop.text': {
    en: 'Anyone who knows the service ID can then register a device under another user’s ID and receive that user’s messages.',
    de: 'Wer die Service-ID kennt, kann dann ein Gerät mit der Nutzer-ID einer anderen Person registrieren und bekommt deren Nachrichten.',
  },
  'apps.identity.isOff': { en: 'Verification is off.', de: 'Die Prüfung ist aus.' },
  'apps.identity.newSecret': { en: 'New secret', de: 'Neues Geheimnis' },
  'apps.identity.newSecret.text': {
    en: 'It replaces the current one, if there is one. Until the overlap ends, hashes made with either are accepted.',
    de: 'Es ersetzt das bisherige, falls es eines gibt. In der Übergangszeit gelten Hashes mit beiden.',
  },
  'apps.identity.make': { en: 'Create secret', de: 'Geheimnis erzeugen' },
  'apps.identity.secret': { en: 'Your identity secret', de: 'Ihr Identitätsgeheimnis' },
  'apps.identity.secret.text': {
    en: 'It is shown only this once. Store it on your server, and never put it into an app or a page.',
    de: 'Es wird nur dieses eine Mal gezeigt. Hinterlegen Sie es auf Ihrem Server und nie in einer App oder Seite.',
  },
  'apps.snippet.worker': {
    en: 'Create a file named sw.js in the root of your site with this one line:',
    de: 'Legen Sie im Wurzelverzeichnis Ihrer Website eine Datei namens sw.js mit dieser einen Zeile an:',
  },
  'apps.snippet.page': {
    en: 'Add this to the page that has a button with the ID “subscribe”:',
    de: 'Fügen Sie das in die Seite ein, auf der es einen Button mit der ID „subscribe“ gibt:',
  },
  'apps.snippet.page.name': { en: 'Your page', de: 'Ihre Seite' },
  'apps.snippet.comment': {
    en: 'Browsers ask for permission only after a click.',
    de: 'Browser fragen nur nach einem Klick um Erlaubnis.',
  },
  'apps.snippet.try': {
    en: 'Open your site over https, click the button and reload this page: the browser is now among the devices.',
    de: 'Öffnen Sie Ihre Website über https, klicken Sie auf den Button und laden Sie diese Seite neu: Der Browser steht jetzt unter den Geräten.',
  },
  'apps.snippet.token.PROVIDER_A': {
    en: 'At every start, the app asks Firebase for its registration token (FirebaseMessaging.getToken).',
    de: 'Die App fragt Firebase bei jedem Start nach ihrem Registrierungstoken (FirebaseMessaging.getToken).',
  },
  'apps.snippet.token.PROVIDER_B': {
    en: 'At every start, the app reads the subscription ID from the OneSignal SDK (OneSignal.User.pushSubscription.id).',
    de: 'Die App liest bei jedem Start die Subscription-ID aus dem OneSignal-SDK (OneSignal.User.pushSubscription.id).',
  },
  'apps.snippet.token.PROVIDER_C': {
    en: 'At every start, the app registers for remote notifications and receives its device token, in hexadecimal.',
    de: 'Die App registriert sich bei jedem Start für Mitteilungen und erhält ihr Gerätetoken in hexadezimaler Form.',
  },
  'apps.snippet.register': {
    en: 'It sends it here. Language, time zone and your own user ID are optional.',
    de: 'Sie sendet es hierher. Sprache, Zeitzone und Ihre eigene Nutzer-ID sind optional.',
  },
  'apps.snippet.register.name': { en: 'Registration', de: 'Registrierung' },
  'apps.snippet.secret': {
    en: 'The answer contains a device_secret. The app keeps it and sends it as “authorization: Bearer …” from then on.',
    de: 'Die Antwort enthält ein device_secret. Die App bewahrt es auf und sendet es von da an als „authorization: Bearer …“.',
  },
  'role.lacks.write': {
    en: 'Your role cannot change anything here. Ask an admin for another one.',
    de: 'Mit Ihrer Rolle können Sie hier nichts ändern. Bitten Sie einen Admin um eine andere.',
  },
  'list.widen': {
    en: 'Change your search or clear the filters.',
    de: 'Ändern Sie die Suche oder setzen Sie die Filter zurück.',
  },
  'pager.label': { en: 'Pages of {list}', de: 'Seiten von {list}' },
  'pager.previous': { en: 'Previous', de: 'Zurück' },
  'pager.next': { en: 'Next', de: 'Weiter' },
  'copy.label': { en: 'Copy {name}', de: '{name} kopieren' },
  'copy.refused': {
    en: 'The browser does not allow copying here. Select the text and copy it by hand.',
    de: 'Der Browser erlaubt das Kopieren hier nicht. Markieren Sie den Text und kopieren Sie ihn von Hand.',
  },
  'file.drop': { en: 'Drop the file here, or', de: 'Datei hier ablegen oder' },
  'file.choose': { en: 'Choose a file', de: 'Datei wählen' },
  'file.chooseOther': { en: 'Choose another', de: 'Andere wählen' },
} as const satisfies Messages;
