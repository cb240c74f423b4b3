# Small and without a shell: Node, the product's own dependencies and its sources, which run as they are.
# For a build that can be repeated, give both images by their digests (docs/SECURITY.md says how): tags move.
ARG NODE_IMAGE=node:24-slim
ARG RUNTIME_IMAGE=gcr.io/distroless/cc-debian12:nonroot

FROM ${NODE_IMAGE} AS build
ENV NODE_COMPILE_CACHE=/app/compiled
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Declarations and source maps are for those who write code: 50 MB. OpenTelemetry's names that are being tried out are for nobody here: 3 MB.
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force \
  && find node_modules -name '*.map' -delete -o -name '*.[cm]ts' -delete -o -name '*.ts' -delete \
    -o -path '*/semantic-conventions/dist/experimental_*' -delete
# All packages with their hashes, for scanners (CycloneDX); those for development, which are not here, are marked.
RUN npm run --silent sbom > sbom.cdx.json
COPY manifest.yml LICENSE ./
COPY src ./src
# The empty database that a first start copies: making it takes 450 MB, running on it 200.
RUN node --liftoff-only --max-old-space-size=64 --max-semi-space-size=1 src/storage/drivers/create-cluster.ts /app/database && chmod -R a+rX /app/database
# What Node would otherwise parse at each start; the cache holds for these flags alone.
RUN node --liftoff-only --input-type=module --eval "await import('/app/src/app.ts')"
RUN mkdir /data

FROM ${RUNTIME_IMAGE}
ENV NODE_ENV=production DATA_DIR=/data DATABASE_TEMPLATE=/app/database NODE_COMPILE_CACHE=/app/compiled PORT=3000
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app ./
# The user `nonroot`, by number: Kubernetes' runAsNonRoot looks at that.
COPY --from=build --chown=65532:65532 /data /data
USER 65532:65532
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# V8's baseline compiler alone: optimising the embedded database's code would cost another 450 MB. And 4 MB for what is young
# in the heap, which otherwise grows to 16: 20 MB less at rest, 110 MB less with a thousand generations in flight.
# `docker run … deckhand doctor` looks at the configuration instead.
ENTRYPOINT ["node", "--liftoff-only", "--max-semi-space-size=4", "src/main.ts"]
