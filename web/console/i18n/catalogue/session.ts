import type { Messages } from '../messages.js';

/** Signing in and joining. */
export const session = {
  'signIn.title': { en: 'Sign in', de: 'Anmelden' },
  'signIn.lead': {
    en: 'Create, send and follow push campaigns.',
    de: 'Push-Kampagnen erstellen, senden und verfolgen.',
  },
  'signIn.email': { en: 'Email', de: 'E-Mail' },
  'signIn.password': { en: 'Password', de: 'Passwort' },
  'signIn.submit': { en: 'Sign in', de: 'Anmelden' },
  'signIn.with': { en: 'Continue with {name}', de: 'Weiter mit {name}' },
  'signIn.or': { en: 'or', de: 'oder' },
  'signIn.help': {
    en: 'No account? Ask an admin for an invitation. A new installation prints a link when the service starts.',
    de: 'Kein Konto? Bitten Sie einen Admin um eine Einladung. Eine neue Installation gibt beim Start des Dienstes einen Link aus.',
  },
  'signIn.again.title': { en: 'Your session has ended', de: 'Ihre Sitzung ist beendet' },
  'signIn.again.text': {
    en: 'Sign in again to continue. Nothing you have typed is lost.',
    de: 'Melden Sie sich wieder an, um fortzufahren. Ihre Eingaben gehen nicht verloren.',
  },
  'signIn.again.window': {
    en: 'Sign in with {name} in another tab, then come back here.',
    de: 'Melden Sie sich in einem anderen Tab mit {name} an und kommen Sie hierher zurück.',
  },
  'signIn.again.notYet': {
    en: 'You are not signed in yet. Sign in first, then continue here.',
    de: 'Sie sind noch nicht angemeldet. Melden Sie sich zuerst an und machen Sie dann hier weiter.',
  },
  'signIn.again.continue': { en: 'I have signed in', de: 'Ich habe mich angemeldet' },
  'signIn.again.leave': { en: 'Leave without signing in', de: 'Ohne Anmeldung verlassen' },
  'join.title.FIRST_ADMIN': { en: 'Set up pushgraph', de: 'pushgraph einrichten' },
  'join.title.INVITATION': { en: 'Join {account}', de: '{account} beitreten' },
  'join.title.unnamed': { en: 'Join the team on pushgraph', de: 'Dem Team bei pushgraph beitreten' },
  'join.title.PASSWORD_RESET': { en: 'Choose a new password', de: 'Neues Passwort wählen' },
  'join.lead.FIRST_ADMIN': {
    en: 'You are the first one here. This creates your admin account.',
    de: 'Sie sind die erste Person hier. Damit legen Sie Ihr Admin-Konto an.',
  },
  'join.lead.INVITATION': {
    en: 'You have been invited. Your role: {role}.',
    de: 'Sie wurden eingeladen. Ihre Rolle: {role}.',
  },
  'join.lead.PASSWORD_RESET': { en: 'For {email}.', de: 'Für {email}.' },
  'join.name': { en: 'Your name', de: 'Ihr Name' },
  'join.password': { en: 'Password', de: 'Passwort' },
  'join.passwordHint': {
    en: 'At least 12 characters. A few words are fine.',
    de: 'Mindestens 12 Zeichen. Ein paar Wörter genügen.',
  },
  'join.submit': { en: 'Continue', de: 'Weiter' },
  'join.bad.title': { en: 'This link cannot be used', de: 'Dieser Link ist nicht gültig' },
  'join.toSignIn': { en: 'Go to sign-in', de: 'Zur Anmeldung' },
} as const satisfies Messages;
