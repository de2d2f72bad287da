-- AlterTable
ALTER TABLE "exchanges" ALTER COLUMN "created_at" SET DATA TYPE TIMESTAMPTZ(6);
