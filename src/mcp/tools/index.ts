import type { Tool } from '../tool.js';
import { listApplications } from './applications.js';
import { findCampaigns, getCampaign, trafficOverTime, upcomingSends } from './campaigns.js';
import { listCategories, listSegments, listTags, listTemplates } from './catalogue.js';
import { createDraft, getDraft, listDrafts, updateDraft } from './drafts.js';
import { estimateAudience, previewMessage } from './messages.js';
import { findDevices, findUsers, getDevice, getUser } from './people.js';
import { explainDelivery, findRuns, getRun, recentFailures } from './runs.js';

/** Every tool, in the order of `tools/list` and docs/mcp.md. */
export const TOOLS: readonly Tool[] = [
  listApplications,
  findCampaigns,
  getCampaign,
  upcomingSends,
  findRuns,
  getRun,
  recentFailures,
  explainDelivery,
  trafficOverTime,
  findDevices,
  getDevice,
  findUsers,
  getUser,
  estimateAudience,
  listSegments,
  listCategories,
  listTags,
  listTemplates,
  previewMessage,
  listDrafts,
  getDraft,
  createDraft,
  updateDraft,
];
