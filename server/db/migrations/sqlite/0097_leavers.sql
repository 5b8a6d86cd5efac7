ALTER TABLE `users` ADD `leaver_mailed_at` text;--> statement-breakpoint
ALTER TABLE `users` ADD `deduction_consent_on` text;