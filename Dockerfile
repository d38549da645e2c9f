# syntax=docker/dockerfile:1
# Rounds in a container: built in one stage, run in another by an unprivileged user, on a root file system that may be read-only. It's also an app
# for ONCE: port 80, data in /storage, hooks for backups, ONCE's names for settings.
#   docker build -t rounds .
#   docker run --read-only --tmpfs /tmp -v rounds:/storage -p 3000:80 --env-file .env rounds

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --include=optional --no-audit --no-fund
COPY . .
# Files for the build, editors and debuggers are left out; Node is the version the tests ran with.
RUN npm run build \
  && npm prune --omit=dev --no-audit --no-fund \
  && npm uninstall --no-save --omit=dev --no-audit --no-fund $(node -p "require('./package.json').buildPackages.join(' ')") \
  && npm ci --prefix scripts/node-runtime --no-audit --no-fund \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete \
  && mv scripts/node-runtime/node_modules/node-linux-*/bin/node /usr/local/bin/rounds-node && rm -rf node_modules/.cache

FROM debian:bookworm-slim
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=80 DATA_DIR=/storage FIRST_RUN=yes
WORKDIR /app
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin rounds && install -d -m 0700 -o rounds /storage
COPY --from=build /usr/local/bin/rounds-node /usr/local/bin/node
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/src/contract ./src/contract
COPY --from=build /app/src/server ./src/server
COPY --from=build /app/demo ./demo
COPY deploy/image/rounds /usr/local/bin/rounds
COPY deploy/hooks /hooks
USER rounds
VOLUME /storage
EXPOSE 80
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((said) => process.exit(said.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["rounds", "serve"]
