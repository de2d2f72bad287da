-- Keys that no longer worked, or whose owner is gone.
DELETE FROM "api_keys" WHERE "enabled" IS FALSE OR NOT EXISTS (SELECT 1 FROM "users" WHERE "users"."id" = "api_keys"."reference_id");

ALTER TABLE "api_keys" RENAME COLUMN "reference_id" TO "user_id";
ALTER TABLE "api_keys" RENAME COLUMN "key" TO "key_hash";
ALTER TABLE "api_keys" RENAME COLUMN "last_request" TO "last_used_at";
UPDATE "api_keys" SET "name" = coalesce("name", 'unnamed'), "start" = coalesce("start", '');

ALTER TABLE "api_keys"
  ALTER COLUMN "name" SET NOT NULL,
  ALTER COLUMN "start" SET NOT NULL,
  ALTER COLUMN "created_at" SET DATA TYPE TIMESTAMPTZ(3),
  ALTER COLUMN "last_used_at" SET DATA TYPE TIMESTAMPTZ(3),
  ALTER COLUMN "expires_at" SET DATA TYPE TIMESTAMPTZ(3),
  ADD COLUMN "scopes" TEXT[],
  DROP COLUMN "config_id",
  DROP COLUMN "prefix",
  DROP COLUMN "refill_interval",
  DROP COLUMN "refill_amount",
  DROP COLUMN "last_refill_at",
  DROP COLUMN "enabled",
  DROP COLUMN "rate_limit_enabled",
  DROP COLUMN "rate_limit_time_window",
  DROP COLUMN "rate_limit_max",
  DROP COLUMN "request_count",
  DROP COLUMN "remaining",
  DROP COLUMN "updated_at",
  DROP COLUMN "permissions",
  DROP COLUMN "metadata";

-- Keys made before there were scopes keep what they could do.
UPDATE "api_keys" SET "scopes" = ARRAY['read', 'annotate', 'write'];
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_scopes_check"
  CHECK ("scopes" IS NOT NULL AND cardinality("scopes") > 0 AND "scopes" <@ ARRAY['read', 'annotate', 'write']);

DROP INDEX "api_keys_key_idx";
ALTER INDEX "api_keys_reference_id_idx" RENAME TO "api_keys_user_id_idx";
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
