# One image for both processes: pages (the default command) and worker (see docker-compose.yml). PostgreSQL runs elsewhere.
FROM node:20-bookworm-slim
RUN mkdir -p /app /data && chown node:node /app /data
WORKDIR /app
USER node
COPY --chown=node:node package.json package-lock.json .npmrc ./
RUN npm ci --loglevel=error
COPY --chown=node:node . .
RUN node bin/build.mjs
ENV NODE_ENV=production REDLINE_DATA_DIR=/data REDLINE_LOG=stdout TZ=UTC
VOLUME /data
EXPOSE 3000
CMD ["node", "bin/start.mjs", "--only", "web", "--host", "0.0.0.0", "--port", "3000"]
