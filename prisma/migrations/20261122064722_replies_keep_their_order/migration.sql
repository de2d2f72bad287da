-- AlterTable
ALTER TABLE "idempotent_replies" ALTER COLUMN "body" SET DATA TYPE JSON;
