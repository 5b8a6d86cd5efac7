CREATE TABLE `scheduled_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`report` text NOT NULL,
	`query` text NOT NULL,
	`format` text NOT NULL,
	`every` text NOT NULL,
	`day` integer NOT NULL,
	`recipients` text NOT NULL,
	`next_on` text NOT NULL,
	`last_mailed_at` text,
	`creator_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "scheduled_report_day" CHECK("scheduled_reports"."day" between 1 and 28 and ("scheduled_reports"."every" = 'month' or ("scheduled_reports"."every" = 'week' and "scheduled_reports"."day" <= 7)))
);
--> statement-breakpoint
CREATE INDEX `scheduled_reports_by_day` ON `scheduled_reports` (`next_on`);