# Small: Node, the product's own dependencies and its sources, which run as they are.
# For a build that can be repeated, give the image by its digest (docs/SECURITY.md says how): the tag moves with Node's patches.
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force
# All packages with their hashes, for scanners (CycloneDX); those for development, which are not here, are marked.
RUN npm run --silent sbom > sbom.cdx.json

FROM ${NODE_IMAGE}
ENV NODE_ENV=production DATA_DIR=/data DATABASE_TEMPLATE=/app/database NODE_COMPILE_CACHE=/app/compiled PORT=3000
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=dependencies /app/sbom.cdx.json ./
COPY package.json manifest.yml LICENSE ./
COPY src ./src
# The empty database that a first start copies: making it takes 600 MB, running on it 250.
RUN node --liftoff-only src/storage/drivers/create-cluster.ts /app/database && chmod -R a+rX /app/database
# What Node would otherwise parse at each start; the cache holds for these flags alone.
RUN node --liftoff-only --input-type=module --eval "await import('/app/src/app.ts')"
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# V8's baseline compiler alone: optimising the embedded database's code would cost another 450 MB.
# `docker run … deckhand doctor` looks at the configuration instead.
ENTRYPOINT ["node", "--liftoff-only", "src/main.ts"]
