-- Two first sign-ins of one person at the same moment could connect their identity twice, and nobody is signed in by one that is there twice.
DELETE FROM "accounts" a USING "accounts" b
WHERE a."provider_id" = b."provider_id" AND a."account_id" = b."account_id" AND (a."created_at", a."id") > (b."created_at", b."id");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_provider_id_account_id_key" ON "accounts"("provider_id", "account_id");
