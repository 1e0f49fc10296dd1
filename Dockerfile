# syntax=docker/dockerfile:1
# The image of pushgraph: docker build -t pushgraph .
# `npm run verify:deploy` runs these stages as shell steps in a clean root and starts the result (docs/deployment.md).
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
# Copied before the sources, so that packages are reinstalled only when they change.
COPY package.json package-lock.json .npmrc ./
COPY test/openapi/generated-client/package.json test/openapi/generated-client/
COPY packages/client/package.json packages/client/
COPY packages/http2-client/package.json packages/http2-client/
COPY packages/web/package.json packages/web/
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY LICENSE tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY public public
COPY web web
COPY packages/http2-client/src packages/http2-client/src
COPY src src
# The commit that /healthz and the console show (docs/deployment.md#docker-compose).
ARG PUSHGRAPH_COMMIT=
RUN node scripts/dist.mjs /release

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="pushgraph" org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
COPY --from=build /release ./
# The only writable place: the SQLite database, its key, its temporary files, and uploaded images.
RUN install -d -o 1000 -g 1000 -m 0700 /app/data /app/data/media
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 SQLITE_TMPDIR=/app/data
USER 1000:1000
VOLUME /app/data
EXPOSE 4000
# Node.js is process 1 and handles the signal itself: batches end at a checkpoint, within 15 s.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Gives young objects as much room as Node.js 20 does; without this limit a worker uses 80 MB more (docs/decisions/memory-of-a-worker.md).
CMD ["node", "--enable-source-maps", "--max-semi-space-size=16", "dist/main.js"]
