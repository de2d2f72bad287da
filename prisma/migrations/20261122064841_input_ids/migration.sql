-- AlterTable
ALTER TABLE "samples" ADD COLUMN     "input_id" TEXT;

-- Until now only the hash of a given input_id was kept. The hash stands in for it, so that these samples stay grouped when they are exported and imported again.
UPDATE "samples" SET "input_id" = "input_key" WHERE "input_key" <> encode(sha256(convert_to("input", 'UTF8')), 'hex');
