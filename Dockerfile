# The service, the edge and the dashboard in one image. It keeps its data in /data, or in the PostgreSQL of DATABASE_URL.
#   docker build -t email-verify . && docker run -p 8080:8080 -v email-verify:/data email-verify

FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
RUN npm ci
COPY . .
RUN mkdir /packed && npm pack --workspace=server --pack-destination=/packed

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /app
COPY --from=build /packed /packed
RUN npm install --omit=dev --no-audit --no-fund /packed/*.tgz \
  && rm -r /packed && npm cache clean --force \
  && install --directory --owner=node --group=node --mode=0700 /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "node_modules/email-verify-server/dist/cli/main.js"]
