-- Limits belong to a server, whatever project and path a base URL has: "http://LocalHost:8000/v1" and "http://127.0.0.1:8000/v2/" are one.
CREATE FUNCTION "server_address"("base_url" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN m IS NULL THEN "base_url"
    ELSE CASE WHEN lower(m[2]) IN ('localhost', 'localhost.', '[::1]') THEN '127.0.0.1' ELSE rtrim(lower(m[2]), '.') END
      || ':' || COALESCE(m[3], CASE lower(m[1]) WHEN 'http' THEN '80' ELSE '443' END)
  END
  FROM regexp_match("base_url", '^([A-Za-z]+)://(?:[^/?#@]*@)?(\[[^\]]+\]|[^:/?#]+)(?::([0-9]+))?') AS m
$$;

-- Rows that only remembered a pause say nothing about limits.
DELETE FROM "endpoints" WHERE COALESCE("requests_per_minute", "tokens_per_minute", "concurrency") IS NULL;

-- DropForeignKey
ALTER TABLE "endpoint_leases" DROP CONSTRAINT "endpoint_leases_endpoint_id_fkey";

-- AlterTable
ALTER TABLE "endpoints" DROP COLUMN "blocked_until",
DROP COLUMN "next_request_at",
DROP COLUMN "next_token_at";

-- DropTable
DROP TABLE "endpoint_leases";

-- CreateTable
CREATE TABLE "servers" (
    "address" TEXT NOT NULL,
    "next_request_at" TIMESTAMPTZ(6),
    "next_token_at" TIMESTAMPTZ(6),
    "blocked_until" TIMESTAMPTZ(3),

    CONSTRAINT "servers_pkey" PRIMARY KEY ("address")
);

-- CreateTable
CREATE TABLE "server_leases" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "address" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "server_leases_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "server_leases_address_expires_at_idx" ON "server_leases"("address", "expires_at");

-- AddForeignKey
ALTER TABLE "server_leases" ADD CONSTRAINT "server_leases_address_fkey" FOREIGN KEY ("address") REFERENCES "servers"("address") ON DELETE CASCADE ON UPDATE CASCADE;
