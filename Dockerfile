# docs/operations/deployment.md says how to build and run this image.
ARG NODE_IMAGE=docker.io/library/node:26.10.0-bookworm-slim

# A private npm registry: --secret id=npmrc,src=$HOME/.npmrc. The file is not kept in a layer.
# No package needs its install script here, so none is run.
FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --ignore-scripts
COPY tsconfig.json LICENSE openapi.json CHANGELOG.md ./
COPY docs/errors docs/errors
COPY docs/guides docs/guides
COPY docs/pages docs/pages
COPY docs/reference docs/reference
COPY migrations migrations
COPY scripts scripts
COPY src src
COPY web web
# The modes of a checkout depend on the umask of whoever made it. The service runs as another user and must read these files.
RUN npm run build && chmod -R u=rwX,go=rX dist migrations scripts package.json LICENSE

# Without optional packages: they are the embedded PostgreSQL of the sandbox.
FROM ${NODE_IMAGE} AS modules
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --omit=dev --omit=optional --ignore-scripts
COPY scripts/prune-modules.js scripts/
RUN node scripts/prune-modules.js node_modules && chmod -R u=rwX,go=rX node_modules

FROM ${NODE_IMAGE}
# Nothing is installed in a running container, so it has no package manager of Node.
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* \
      /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
      /usr/local/bin/docker-entrypoint.sh \
    && ln -s /opt/ihc/scripts/ihc.js /usr/local/bin/ihc \
    && install -d -o 10001 -g 10001 -m 0700 /var/lib/ihc
WORKDIR /opt/ihc
COPY --from=modules /src/node_modules node_modules
COPY --from=build /src/package.json /src/LICENSE ./
COPY --from=build /src/scripts/build-server.js /src/scripts/ihc.js /src/scripts/start.js scripts/
COPY --from=build /src/migrations migrations
COPY --from=build /src/dist dist

# Production is the default: a sandbox that is started by mistake would claim the database for the sandbox.
ENV HOST=0.0.0.0 \
    PORT=3000 \
    IHC_ENVIRONMENT=production \
    IHC_DATA_DIR=/var/lib/ihc \
    IHC_METRICS_HOST=0.0.0.0 \
    IHC_METRICS_PORT=9464
EXPOSE 3000 9464
USER 10001:10001

# A stop takes at most 28 s: give the container 35.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=2m --retries=3 \
  CMD ["node", "-e", "if (!process.env.IHC_METRICS_PORT) process.exit(0); fetch('http://127.0.0.1:' + process.env.IHC_METRICS_PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

ENTRYPOINT []
CMD ["node", "--max-semi-space-size=32", "--enable-source-maps", "/opt/ihc/scripts/start.js"]

ARG VERSION=
ARG REVISION=
LABEL org.opencontainers.image.title="Iraq Hotel Channel" \
      org.opencontainers.image.description="Business-to-business hotel distribution and channel management for hotels in Iraq" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
