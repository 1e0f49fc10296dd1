import { expect, test } from '@jest/globals';
import { ACTIONS } from '../../src/services/audit/describe-change.js';
import { audit } from '../../web/console/i18n/catalogue/audit.js';
import { AUDIT_KINDS } from '../../web/console/pages/settings/audit-kinds.js';

test('each action of the audit log has a sentence in each language', () => {
  const said = Object.keys(audit).map((key) => key.replace('audit.did.', ''));
  expect(said.sort()).toEqual(Object.keys(ACTIONS).sort());
});

test('each action of the audit log belongs to one kind that the console filters by', () => {
  expect(Object.values(AUDIT_KINDS).flat().sort()).toEqual(Object.keys(ACTIONS).sort());
});
