CREATE TABLE `secret_key_checks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`signature` text NOT NULL,
	`created_at` text NOT NULL
);--> statement-breakpoint
-- Stored answers to the making of API tokens hold the tokens: their repeats are refused.
UPDATE `idempotency_keys` SET `status` = 409, `body` = '{"code":"secret_given","message":"This was done, and the secret is shown only once. Delete what was made, and make another."}' WHERE `body` LIKE '%"token":"kitroom_%';