import type { Messages } from '../messages.js';

/** The steps of a delivery trace, by `DeliveryTraceCode`. */
export const traces = {
  'trace.changed': {
    en: 'It would be sent now. When the run reached the device, the device did not match the audience.',
    de: 'Jetzt würde gesendet. Als der Versand das Gerät erreichte, passte es nicht zur Zielgruppe.',
  },
  'trace.RUN_MISSED': {
    en: 'The run was due on {dueAt} and was missed.',
    de: 'Der Versand war am {dueAt} fällig und wurde verpasst.',
  },
  'trace.RUN_CANCELLED': { en: 'The run was cancelled.', de: 'Der Versand wurde abgebrochen.' },
  'trace.RUN_PAUSED': {
    en: 'The run was due on {dueAt} and was paused manually.',
    de: 'Der Versand war am {dueAt} fällig und ist von Hand pausiert.',
  },
  'trace.RUN_UNDER_WAY': {
    en: 'The run was due on {dueAt} and is in progress.',
    de: 'Der Versand war am {dueAt} fällig und läuft.',
  },
  'trace.RUN_FINISHED': {
    en: 'The run was due on {dueAt} and has finished.',
    de: 'Der Versand war am {dueAt} fällig und ist abgeschlossen.',
  },
  'trace.RUN_WITHOUT_PUSH': {
    en: 'The run due on {dueAt} had nothing to send because the campaign had no active message.',
    de: 'Der Versand vom {dueAt} hatte nichts zu senden: Die Kampagne hatte keine aktive Nachricht.',
  },
  'trace.RUN_WITHOUT_APPLICATION': {
    en: 'The run due on {dueAt} had nothing to send because the campaign had no application left.',
    de: 'Der Versand vom {dueAt} hatte nichts zu senden: Die Kampagne hatte keine Anwendung mehr.',
  },
  'trace.RUN_WITHOUT_DEVICE': {
    en: 'The run due on {dueAt} had nothing to send because its audience reached no devices.',
    de: 'Der Versand vom {dueAt} hatte nichts zu senden: Die Zielgruppe erreichte kein Gerät.',
  },
  'trace.REGISTERED_IN_TIME': {
    en: 'The device registered on {registeredAt}, in time for the run.',
    de: 'Das Gerät hat sich am {registeredAt} registriert, rechtzeitig für den Versand.',
  },
  'trace.REGISTERED_DURING_RUN': {
    en: 'The device registered on {registeredAt}, while the run was in progress.',
    de: 'Das Gerät hat sich am {registeredAt} registriert, während der Versand lief.',
  },
  'trace.REGISTERED_AFTER_BEGIN': {
    en: 'The device registered on {registeredAt}, after the run had started.',
    de: 'Das Gerät hat sich am {registeredAt} registriert, nachdem der Versand begonnen hatte.',
  },
  'trace.REGISTERED_AFTER_END': {
    en: 'The device registered on {registeredAt}, after the run had ended.',
    de: 'Das Gerät hat sich am {registeredAt} registriert, nachdem der Versand beendet war.',
  },
  'trace.DELAY_RUNS': {
    en: 'An event started the campaign’s delay, which ends on {dueAt}.',
    de: 'Ein Ereignis hat die Wartezeit der Kampagne ausgelöst; sie endet am {dueAt}.',
  },
  'trace.DELAY_HAD_STARTED': {
    en: 'An event on the device had started the delay.',
    de: 'Ein Ereignis des Geräts hatte die Wartezeit ausgelöst.',
  },
  'trace.NO_EVENT': {
    en: 'No event on the device led to a message in this hour, and no delay is running for it.',
    de: 'Kein Ereignis des Geräts führte in dieser Stunde zu einer Nachricht, und es läuft keine Wartezeit dafür.',
  },
  'trace.RETIRED_BEFORE': {
    en: 'The device had been retired on {retiredAt}.',
    de: 'Das Gerät war seit dem {retiredAt} stillgelegt.',
  },
  'trace.RETIRED_SINCE': {
    en: 'The device was active then, but was retired on {retiredAt}.',
    de: 'Das Gerät war damals aktiv und wurde am {retiredAt} stillgelegt.',
  },
  'trace.DEVICE_ACTIVE': { en: 'The device is active.', de: 'Das Gerät ist aktiv.' },
  'trace.DEVICE_SILENT': {
    en: 'The device has not been heard from since its application was archived. It counts again once its app is active.',
    de: 'Das Gerät hat sich nicht gemeldet, seit seine Anwendung archiviert wurde. Es zählt wieder, sobald seine App aktiv ist.',
  },
  'trace.APPLICATION_ARCHIVED': { en: 'Its application is archived.', de: 'Seine Anwendung ist archiviert.' },
  'trace.APPLICATION_NOT_OF_RUN': {
    en: 'Its application, “{app}”, is not part of the run.',
    de: 'Seine Anwendung „{app}“ gehört nicht zum Versand.',
  },
  'trace.APPLICATION_OF_RUN': {
    en: 'Its application, “{app}”, is part of the run.',
    de: 'Seine Anwendung „{app}“ gehört zum Versand.',
  },
  'trace.APPLICATION_PAUSED': {
    en: 'Its application is paused.',
    de: 'Seine Anwendung ist pausiert.',
  },
  'trace.TARGETED': {
    en: 'The message was sent at once, and the device is one of its recipients.',
    de: 'Die Nachricht wurde sofort gesendet, und das Gerät gehört zu ihren Empfängern.',
  },
  'trace.NOT_TARGETED': {
    en: 'The message was sent at once, to other devices.',
    de: 'Die Nachricht wurde sofort gesendet, aber an andere Geräte.',
  },
  'trace.FILTERS_UNKNOWN': {
    en: 'The campaign has been deleted, so its audience is no longer known.',
    de: 'Die Kampagne wurde gelöscht; ihre Zielgruppe ist nicht mehr bekannt.',
  },
  'trace.FILTER_UNUSED': { en: 'The run did not filter by this.', de: 'Danach hat der Versand nicht gefiltert.' },
  'trace.FILTER_PASSED': {
    en: '{isKnown, select, yes {“{value}” matches the audience of the run.} other {It matches the audience of the run.}}',
    de: '{isKnown, select, yes {„{value}“ passt zur Zielgruppe des Versands.} other {Passt zur Zielgruppe des Versands.}}',
  },
  'trace.FILTER_STOPPED': {
    en: '{isKnown, select, yes {“{value}” does not match the audience of the run.} other {It does not match the audience of the run.}}',
    de: '{isKnown, select, yes {„{value}“ passt nicht zur Zielgruppe des Versands.} other {Passt nicht zur Zielgruppe des Versands.}}',
  },
  'trace.SEGMENT_STOPPED': {
    en: '{isExcluded, select, 1 {The device is in the excluded segment “{segment}”} other {The device is not in segment “{segment}”}} because of its {condition, select, country {country} language {language} tag {tags} tagGroup {tag groups} app {application} platform {platform} appVersion {app version} timeZone {time zone} lastActive {last activity} registered {registration} attribute {attribute} event {events} other {{condition}}}{isKnown, select, yes {, “{value}”} other {}}.',
    de: '{isExcluded, select, 1 {Das Gerät gehört zum ausgeschlossenen Segment „{segment}“} other {Das Gerät gehört nicht zum Segment „{segment}“}}. Entscheidend: {condition, select, country {Land} language {Sprache} tag {Tags} tagGroup {Tag-Gruppen} app {Anwendung} platform {Plattform} appVersion {App-Version} timeZone {Zeitzone} lastActive {letzte Aktivität} registered {Registrierung} attribute {Attribut} event {Ereignisse} other {{condition}}}{isKnown, select, yes {, „{value}“} other {}}.',
  },
  'trace.BATCH_NONE': {
    en: 'The device is not in any batch of the run.',
    de: 'Das Gerät ist in keinem Teil des Versands enthalten.',
  },
  'trace.BATCH_BEING_CUT': { en: 'The run is still being prepared.', de: 'Der Versand wird noch vorbereitet.' },
  'trace.BATCH_SENT': {
    en: 'Batch {batch} of the run reached the device.',
    de: 'Teil {batch} des Versands hat das Gerät erreicht.',
  },
  'trace.BATCH_PASSED_BY': {
    en: 'Batch {batch} of the run skipped the device.',
    de: 'Teil {batch} des Versands hat das Gerät übersprungen.',
  },
  'trace.BATCH_CANCELLED': {
    en: 'Batch {batch} of the run was cancelled before it reached the device.',
    de: 'Teil {batch} des Versands wurde abgebrochen, bevor er das Gerät erreichte.',
  },
  'trace.BATCH_TO_COME': {
    en: 'Batch {batch} of the run has not reached the device yet.',
    de: 'Teil {batch} des Versands hat das Gerät noch nicht erreicht.',
  },
  'trace.BATCH_PACED': {
    en: 'Batch {batch} of the run has not reached the device yet. The run sends at most {limit} messages in 60 seconds.',
    de: 'Teil {batch} des Versands hat das Gerät noch nicht erreicht. Der Versand sendet höchstens {limit} Nachrichten in 60 Sekunden.',
  },
  'trace.VARIANT_TESTED': {
    en: 'The user is tested with message {variant} (place {place} of 1).',
    de: 'Der Nutzer testet Nachricht {variant} (Stelle {place} von 1).',
  },
  'trace.VARIANT_CONTROL': {
    en: 'The user is in the control group and gets no message (place {place} of 1).',
    de: 'Der Nutzer ist in der Kontrollgruppe und bekommt keine Nachricht (Stelle {place} von 1).',
  },
  'trace.VARIANT_WAITS': {
    en: 'The user gets the winner, which is decided at {decideAt} (place {place} of 1).',
    de: 'Der Nutzer bekommt den Gewinner, der am {decideAt} bestimmt wird (Stelle {place} von 1).',
  },
  'trace.VARIANT_AFTER_DECISION': {
    en: 'The user gets message {variant}, because the decision has been made (place {place} of 1).',
    de: 'Der Nutzer bekommt Nachricht {variant}, denn die Entscheidung ist gefallen (Stelle {place} von 1).',
  },
  'trace.NO_PUSH': { en: 'There is no active message to send.', de: 'Es gibt keine aktive Nachricht zu senden.' },
  'trace.LANGUAGE_OF_DEVICE': {
    en: 'The message is shown in the device’s language, {language}.',
    de: 'Die Nachricht erscheint in der Sprache des Geräts: {language}.',
  },
  'trace.LANGUAGE_DEVICE_UNKNOWN': {
    en: 'The message is shown in its default language, {language}, because the device’s language is unknown.',
    de: 'Die Nachricht erscheint in ihrer Standardsprache ({language}): Die Sprache des Geräts ist unbekannt.',
  },
  'trace.LANGUAGE_NEAREST': {
    en: 'The message is shown in {language}, which is closest to {wanted}.',
    de: 'Die Nachricht erscheint auf {language}, das {wanted} am nächsten kommt.',
  },
  'trace.LANGUAGE_DEFAULT': {
    en: 'The message is shown in its default language, {language}, because it has no translation into {wanted}.',
    de: 'Die Nachricht erscheint in ihrer Standardsprache ({language}): Es gibt keine Übersetzung in {wanted}.',
  },
  'trace.LANGUAGE_INSTEAD': {
    en: 'The message is shown in {language}, which is used in place of {wanted}.',
    de: 'Die Nachricht erscheint auf {language}, das {wanted} ersetzt.',
  },
  'trace.OPTED_OUT_BY_USER': {
    en: 'The message was not sent: on {chosenAt} the user opted out of {category}.',
    de: 'Die Nachricht wurde nicht gesendet: Am {chosenAt} hat der Nutzer {category} abgewählt.',
  },
  'trace.OPTED_OUT_ON_DEVICE': {
    en: 'The message was not sent: on {chosenAt} {category} was turned off on this device.',
    de: 'Die Nachricht wurde nicht gesendet: Am {chosenAt} wurde {category} auf diesem Gerät abgewählt.',
  },
  'trace.TRY_SENT': {
    en: 'The provider of “{app}” accepted the message.',
    de: 'Der Anbieter von „{app}“ hat die Nachricht angenommen.',
  },
  'trace.TRY_HELD': {
    en: 'The message has not been sent yet. The next attempt is on {dueAt}, or as soon as the push service accepts a message.',
    de: 'Die Nachricht wurde noch nicht übergeben. Sie wird am {dueAt} wieder versucht, oder sobald der Push-Dienst eine annimmt.',
  },
  'trace.TRY_AGAIN_AFTER_ONE': {
    en: 'After one attempt, the message is waiting for the next one on {dueAt}.',
    de: 'Nach einem Versuch wartet die Nachricht auf den nächsten am {dueAt}.',
  },
  'trace.TRY_AGAIN': {
    en: 'After {tries} attempts, the message is waiting for the next one on {dueAt}.',
    de: 'Nach {tries} Versuchen wartet die Nachricht auf den nächsten am {dueAt}.',
  },
  'trace.TRY_WAITING': {
    en: 'The message is waiting for another attempt.',
    de: 'Die Nachricht wartet auf einen weiteren Versuch.',
  },
  'trace.TRY_INVALID_TOKEN': {
    en: 'The provider rejected the message: the device’s token is no longer valid.',
    de: 'Der Anbieter hat die Nachricht abgelehnt: Das Token des Geräts ist nicht mehr gültig.',
  },
  'trace.TRY_FAILED': {
    en: 'The provider permanently rejected the message.',
    de: 'Die Nachricht wurde endgültig abgelehnt.',
  },
  'trace.TRY_EXPIRED': {
    en: 'The message expired before it was sent.',
    de: 'Die Nachricht wurde nicht gesendet, bevor ihre Gültigkeit ablief.',
  },
  'trace.TRY_CANCELLED': {
    en: 'The message was cancelled before it was sent.',
    de: 'Die Nachricht wurde abgebrochen, bevor sie gesendet war.',
  },
  'trace.RULE_HELD': {
    en: 'The message is held and is checked again on {dueAt}.',
    de: 'Die Nachricht wird zurückgehalten und am {dueAt} erneut geprüft.',
  },
  'trace.RULE_DROPPED': {
    en: 'The message was not sent to this device.',
    de: 'Die Nachricht wurde nicht an dieses Gerät gesendet.',
  },
  'trace.RECEIPT_NONE': {
    en: 'The device has not reported that the message was shown or clicked; not every platform allows that.',
    de: 'Das Gerät hat nicht gemeldet, dass die Nachricht angezeigt oder angeklickt wurde; nicht jede Plattform erlaubt das.',
  },
  'trace.RECEIPT_DELIVERED': {
    en: 'The device reported that the message was delivered.',
    de: 'Das Gerät hat gemeldet, dass die Nachricht zugestellt wurde.',
  },
  'trace.RECEIPT_CLICKED': {
    en: 'The device reported that the message was clicked.',
    de: 'Das Gerät hat gemeldet, dass die Nachricht angeklickt wurde.',
  },
  'trace.RECEIPT_BUTTON_CLICKED': {
    en: 'The device reported a click on the button {button}.',
    de: 'Das Gerät hat einen Klick auf die Schaltfläche {button} gemeldet.',
  },
  'trace.RECEIPT_DISMISSED': {
    en: 'The device reported that the message was closed without a click.',
    de: 'Das Gerät hat gemeldet, dass die Nachricht ohne Klick geschlossen wurde.',
  },
  'trace.HISTORY_DELETED': {
    en: 'The records of individual messages were deleted on {deletedAt}, so it is no longer known whether the device got one.',
    de: 'Die Aufzeichnung der einzelnen Nachrichten wurde am {deletedAt} gelöscht: Ob das Gerät eine bekam, ist nicht mehr bekannt.',
  },
} as const satisfies Messages;
