import { interleave } from '../support/interleave.js';
import { median, medianOf } from '../support/median.js';
import { percentile } from '../support/percentile.js';
import { type RequestShape, sendRequests } from '../support/send-requests.js';
import type { ServerProcess } from '../support/server-process.js';

/** The figures of one server over all rounds; ratios are to the bare route. */
export interface ServerFigures {
  readonly name: string;
  readonly ms: number;
  readonly cpuMs: number;
  readonly p50: number;
  readonly p99: number;
  readonly statements: number;
  /** Medians of the rounds' own ratios, both of whose parts ran under the same load. */
  readonly cpuRatio: number;
  readonly timeRatio: number;
  readonly p50Ratio: number;
  readonly p99Ratio: number;
}

export interface NamedServer {
  readonly name: string;
  readonly server: ServerProcess;
}

const CONNECTIONS = 8;
const ROUNDS = 11;
const ROUND_MS = 700;
const FIRST_REQUESTS = 200;
const WARM_UP_MS = 2_500;

/** Alternates between all servers, each with the same number of requests. @param servers the bare one first */
export const measureServers = async (
  servers: readonly NamedServer[],
  request: RequestShape,
): Promise<ServerFigures[]> => {
  const send = ({ server }: NamedServer, count: number) => sample(server, request, count);
  let slowest = 0;
  for (const server of servers) {
    const { ms } = await send(server, FIRST_REQUESTS);
    await send(server, Math.ceil(WARM_UP_MS / ms));
    slowest = Math.max(slowest, (await send(server, FIRST_REQUESTS)).ms);
  }
  const count = Math.max(FIRST_REQUESTS, Math.ceil(ROUND_MS / slowest));
  const samples = await interleave(servers, ROUNDS, (server) => send(server, count));
  const [ofBare = []] = samples;
  return servers.map(({ name }, index) => toFigures(name, samples[index] ?? [], ofBare));
};

interface Sample {
  readonly ms: number;
  readonly cpuMs: number;
  readonly statements: number;
  readonly latenciesMs: readonly number[];
}

const sample = async (server: ServerProcess, request: RequestShape, count: number): Promise<Sample> => {
  const before = await server.usage();
  const { ms, latenciesMs } = await sendRequests({
    address: server.address,
    request,
    count,
    connections: CONNECTIONS,
  });
  const after = await server.usage();
  return {
    ms: ms / count,
    cpuMs: (after.cpuMs - before.cpuMs) / count,
    statements: (after.statements - before.statements) / count,
    latenciesMs,
  };
};

const toFigures = (name: string, samples: readonly Sample[], ofBare: readonly Sample[]): ServerFigures => {
  const ratio = (figure: (sample: Sample) => number): number =>
    median(samples.map((own, round) => figure(own) / figure(ofBare[round] ?? own)));
  const p50 = ({ latenciesMs }: Sample): number => percentile(latenciesMs, 0.5);
  const p99 = ({ latenciesMs }: Sample): number => percentile(latenciesMs, 0.99);
  return {
    name,
    ms: medianOf(samples, ({ ms }) => ms),
    cpuMs: medianOf(samples, ({ cpuMs }) => cpuMs),
    statements: medianOf(samples, ({ statements }) => statements),
    p50: medianOf(samples, p50),
    p99: medianOf(samples, p99),
    cpuRatio: ratio(({ cpuMs }) => cpuMs),
    timeRatio: ratio(({ ms }) => ms),
    p50Ratio: ratio(p50),
    p99Ratio: ratio(p99),
  };
};
