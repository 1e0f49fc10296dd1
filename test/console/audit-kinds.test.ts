import { expect, test } from '@jest/globals';
import { ACTIONS } from '../../src/services/audit/describe-change.js';
import { AUDIT_KINDS } from '../../web/console/pages/settings/audit-kinds.js';

test('each action of the audit log is of one kind by which the console narrows it', () => {
  expect(Object.values(AUDIT_KINDS).flat().sort()).toEqual(Object.keys(ACTIONS).sort());
});
