# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json vite.config.ts vite.server.config.ts ./
COPY scripts/build.js scripts/messages.js scripts/
COPY migrations migrations
COPY src src
COPY web web
# Of OCR only the small language data and one build of the program are used.
# Qdrant's client names the compiler as a peer, so pruning would keep it.
RUN node scripts/build.js && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/typescript node_modules/@typescript node_modules/@tesseract.js-data/*/4.0.0 \
  && find node_modules/tesseract.js-core -name 'tesseract-core*' \
    ! -name 'tesseract-core-simd-lstm.js' ! -name 'tesseract-core-simd-lstm.wasm' -delete \
  && rm -rf node_modules/onnxruntime-node/bin/*/darwin node_modules/onnxruntime-node/bin/*/win32

FROM node:24-bookworm-slim
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN useradd --system --uid 10001 --home-dir /data parley && mkdir -m 700 /data && chown parley /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
USER parley
VOLUME /data
# 9464: the metrics, which only this container reaches until METRICS_TOKEN or METRICS_HOST is set.
EXPOSE 3000 9464
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(+!ok))"]
# Node 24 lets what is short-lived grow to twice that of Node 20: a running reply then takes 200 instead of 130 KiB
# (docs/performance.md). `npm start` is the same.
CMD ["node", "--max-semi-space-size=16", "dist/src/main.js"]
