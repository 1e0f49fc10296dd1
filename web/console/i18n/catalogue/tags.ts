import type { Messages } from '../messages.js';

/** Tags, groups of tags and groups of applications. */
export const tags = {
  'tags.lead': {
    en: 'What you know about devices: tags, groups and events that campaigns can use.',
    de: 'Was Sie über Geräte wissen: Tags, Gruppen und Ereignisse, die Kampagnen nutzen können.',
  },
  'tags.tags': { en: 'Tags', de: 'Tags' },
  'tags.tag': { en: 'Tag', de: 'Tag' },
  'tags.groups': { en: 'Tag groups', de: 'Tag-Gruppen' },
  'tags.appGroups': { en: 'Application groups', de: 'Anwendungsgruppen' },
  'tags.search': { en: 'Search tags', de: 'Tags suchen' },
  'tags.none': { en: 'No tags yet', de: 'Noch keine Tags' },
  'tags.none.text': {
    en: 'Your app or server sets them when a device registers, or an import brings them.',
    de: 'Ihre App oder Ihr Server setzt sie bei der Registrierung, oder ein Import bringt sie mit.',
  },
  'tags.none.narrowed': { en: 'No matching tag', de: 'Kein passendes Tag' },
  'tags.group': { en: 'Group', de: 'Gruppe' },
  'tags.group.name': { en: 'Group name', de: 'Name der Gruppe' },
  'tags.updated': { en: 'Changed', de: 'Geändert' },
  'tags.edit': { en: 'Edit', de: 'Bearbeiten' },
  'tags.add': { en: 'Type a tag', de: 'Tag eingeben' },
  'tags.actionsOf': { en: 'Actions for {name}', de: 'Aktionen für {name}' },
  'tags.groups.lead': {
    en: 'A device is in a group if it has one of its tags.',
    de: 'Ein Gerät gehört zu einer Gruppe, wenn es eines ihrer Tags hat.',
  },
  'tags.groups.new': { en: 'New tag group', de: 'Neue Tag-Gruppe' },
  'tags.groups.none': { en: 'No tag groups yet', de: 'Noch keine Tag-Gruppen' },
  'tags.groups.none.text': {
    en: 'Group tags you often use together. Campaigns check the group when they send, so changes take effect immediately.',
    de: 'Fassen Sie Tags zusammen, die Sie oft gemeinsam nutzen. Kampagnen werten die Gruppe beim Senden aus, Änderungen wirken also sofort.',
  },
  'tags.delete.title': { en: 'Delete {name} for good?', de: '{name} endgültig löschen?' },
  'tags.groups.delete.text': {
    en: 'It is removed from every campaign. A campaign that included nothing else is stopped. Tags and devices stay.',
    de: 'Sie wird aus jeder Kampagne entfernt. Eine Kampagne, die sonst nichts einschloss, wird angehalten. Tags und Geräte bleiben.',
  },
  'tags.appGroups.lead': {
    en: 'Applications that campaigns can address together.',
    de: 'Anwendungen, die Kampagnen gemeinsam ansprechen können.',
  },
  'tags.appGroups.new': { en: 'New application group', de: 'Neue Anwendungsgruppe' },
  'tags.appGroups.none': { en: 'No application groups yet', de: 'Noch keine Anwendungsgruppen' },
  'tags.appGroups.noneArchived': { en: 'No archived groups', de: 'Keine archivierten Gruppen' },
  'tags.appGroups.none.text': {
    en: 'For example, all apps of one brand, or its site and its apps.',
    de: 'Zum Beispiel alle Apps einer Marke oder ihre Website und ihre Apps.',
  },
  'tags.appGroups.count': {
    en: '{count, plural, one {# application} other {# applications}}',
    de: '{count, plural, one {# Anwendung} other {# Anwendungen}}',
  },
  'tags.appGroups.all': { en: 'All applications, including future ones', de: 'Alle Anwendungen, auch künftige' },
  'tags.appGroups.add': { en: 'Type a name', de: 'Name eingeben' },
  'tags.appGroups.delete.text': {
    en: 'It is removed from every campaign. Its applications stay.',
    de: 'Sie wird aus jeder Kampagne entfernt. Ihre Anwendungen bleiben.',
  },
  'events.events': { en: 'Events', de: 'Ereignisse' },
  'events.event': { en: 'Event', de: 'Ereignis' },
  'events.lead': {
    en: 'What your app or server reports about a device. Campaigns can start after an event or filter by it.',
    de: 'Was Ihre App oder Ihr Server über ein Gerät meldet. Kampagnen können danach starten oder danach filtern.',
  },
  'events.system.lead': {
    en: 'Recorded by the service itself. They cannot be changed.',
    de: 'Der Dienst zeichnet sie selbst auf. Sie lassen sich nicht ändern.',
  },
  'events.which': { en: 'Which events', de: 'Welche Ereignisse' },
  'events.own': { en: 'Your own', de: 'Eigene' },
  'events.system': { en: 'System', de: 'System' },
  'events.none': { en: 'No events yet', de: 'Noch keine Ereignisse' },
  'events.none.text': {
    en: 'Create one for each thing you want to react to, such as an abandoned basket. Your app or server then reports it by its code.',
    de: 'Legen Sie eines für alles an, worauf Sie reagieren möchten, etwa einen verlassenen Warenkorb. Ihre App oder Ihr Server meldet es dann mit seinem Code.',
  },
  'events.new': { en: 'New event', de: 'Neues Ereignis' },
  'events.edit': { en: 'Edit event', de: 'Ereignis bearbeiten' },
  'events.name': { en: 'Name', de: 'Name' },
  'events.name.hint': { en: 'As your team calls it.', de: 'Wie Ihr Team es nennt.' },
  'events.code': { en: 'Code', de: 'Code' },
  'events.code.hint': {
    en: 'What your app or server reports: letters, digits and underscores.',
    de: 'Was Ihre App oder Ihr Server meldet: Buchstaben, Ziffern und Unterstriche.',
  },
  'events.code.editHint': {
    en: 'Apps that still report the old code are no longer recorded.',
    de: 'Was Apps noch unter dem alten Code melden, wird nicht mehr aufgezeichnet.',
  },
  'events.starts': { en: 'Starts these campaigns', de: 'Startet diese Kampagnen' },
  'events.moreCampaigns': { en: 'and more', de: 'und weitere' },
  'events.inactive': { en: 'Switched off', de: 'Ausgeschaltet' },
  'events.activate': { en: 'Switch on', de: 'Einschalten' },
  'events.deactivate': { en: 'Switch off', de: 'Ausschalten' },
  'events.delete.text': {
    en: 'It is removed from every campaign. A campaign that included nothing else is stopped. This cannot be undone; switch the event off if you are not sure.',
    de: 'Es wird aus jeder Kampagne entfernt. Eine Kampagne, die sonst nichts einschloss, wird angehalten. Das lässt sich nicht rückgängig machen; schalten Sie das Ereignis aus, wenn Sie nicht sicher sind.',
  },
} as const satisfies Messages;
