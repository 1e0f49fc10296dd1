import { interleave } from '../support/interleave.js';
import { median, medianOf } from '../support/median.js';
import { sendRequests } from '../support/send-requests.js';
import type { ServerProcess } from '../support/server-process.js';
import type { RestCase } from './rest-cases.js';

/** Medians of the rounds, for each request. */
export interface Figures {
  readonly ms: number;
  readonly cpuMs: number;
  readonly statements: number;
}

export interface CaseResult {
  readonly name: string;
  readonly ours: Figures;
  readonly bare: Figures;
  /** Ratios to the bare route: the medians of the rounds' own ratios, both of whose halves ran under the same load. */
  readonly timeRatio: number;
  readonly cpuRatio: number;
}

export interface Servers {
  readonly ours: ServerProcess;
  readonly bare: ServerProcess;
}

const CONNECTIONS = 8;
const ROUNDS = 9;
const ROUND_MS = 250;
const FIRST_REQUESTS = 300;
/** Warms up until V8 has compiled the request path. Ours is longer, and takes longer. */
const WARM_UP_MS = 1_500;

/** Alternates our route and the bare one, with the same number of requests: ours for a quarter second. */
export const measureCase = async (restCase: RestCase, { ours, bare }: Servers): Promise<CaseResult> => {
  const send = (server: ServerProcess, count: number): Promise<Figures> => sample(server, restCase, count);
  for (const server of [bare, ours]) {
    const { ms } = await send(server, FIRST_REQUESTS);
    await send(server, Math.ceil(WARM_UP_MS / ms));
  }
  const count = Math.ceil(ROUND_MS / (await send(ours, FIRST_REQUESTS)).ms);
  const [ofOurs, ofBare] = await interleave([ours, bare], ROUNDS, (server) => send(server, count));
  const ratio = (figure: (sample: Figures) => number): number =>
    median(ofOurs.map((own, round) => figure(own) / figure(ofBare[round] ?? own)));
  return {
    name: restCase.name,
    ours: toMedians(ofOurs),
    bare: toMedians(ofBare),
    timeRatio: ratio(({ ms }) => ms),
    cpuRatio: ratio(({ cpuMs }) => cpuMs),
  };
};

const sample = async (server: ServerProcess, { request }: RestCase, count: number): Promise<Figures> => {
  const before = await server.usage();
  const { ms } = await sendRequests({ address: server.address, request, count, connections: CONNECTIONS });
  const after = await server.usage();
  return {
    ms: ms / count,
    cpuMs: (after.cpuMs - before.cpuMs) / count,
    statements: (after.statements - before.statements) / count,
  };
};

const toMedians = (samples: readonly Figures[]): Figures => ({
  ms: medianOf(samples, ({ ms }) => ms),
  cpuMs: medianOf(samples, ({ cpuMs }) => cpuMs),
  statements: medianOf(samples, ({ statements }) => statements),
});
