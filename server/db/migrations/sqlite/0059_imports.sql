CREATE TABLE `api_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`scopes` text NOT NULL,
	`account_id` integer,
	`created_by` integer NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	`revoked_at` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_token_hash_unique` ON `api_tokens` (`token_hash`);--> statement-breakpoint
CREATE TABLE `import_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`import_id` integer NOT NULL,
	`row` integer NOT NULL,
	`key` text NOT NULL,
	`action` text NOT NULL,
	`target` text NOT NULL,
	`target_id` integer NOT NULL,
	`before` text,
	`after` text,
	`rollback` text,
	`reason` text,
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `import_changes_by_import` ON `import_changes` (`import_id`,`rollback`,`id`);--> statement-breakpoint
CREATE TABLE `import_faults` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`import_id` integer NOT NULL,
	`row` integer NOT NULL,
	`column` integer NOT NULL,
	`value` text NOT NULL,
	`message` text NOT NULL,
	`key` text NOT NULL,
	`suggestion` text,
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `import_faults_by_import` ON `import_faults` (`import_id`,`id`);--> statement-breakpoint
CREATE TABLE `import_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`import_id` integer NOT NULL,
	`at` text NOT NULL,
	`message` text NOT NULL,
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `import_log_by_import` ON `import_log` (`import_id`,`id`);--> statement-breakpoint
CREATE TABLE `import_mappings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`account_id` integer,
	`header_row` integer NOT NULL,
	`sheet` text,
	`update_employees` integer DEFAULT false NOT NULL,
	`complete` integer DEFAULT false NOT NULL,
	`mapping` text NOT NULL,
	`created_by` integer NOT NULL,
	`changed_at` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `import_mappings_by_name` ON `import_mappings` (`type`,`name`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`account_id` integer,
	`created_by` integer NOT NULL,
	`api_token_id` integer,
	`created_at` text NOT NULL,
	`source` text,
	`runs_itself` integer DEFAULT false NOT NULL,
	`file_name` text NOT NULL,
	`stored_as` text,
	`sheet` text,
	`header_row` integer NOT NULL,
	`columns` text NOT NULL,
	`mapping_name` text,
	`update_employees` integer DEFAULT false NOT NULL,
	`complete` integer DEFAULT false NOT NULL,
	`create_missing` integer DEFAULT false NOT NULL,
	`fixes` text DEFAULT '[]' NOT NULL,
	`status` text NOT NULL,
	`error` text,
	`check` text,
	`expected` integer,
	`skip_faulty` integer DEFAULT false NOT NULL,
	`confirmed` integer,
	`last_row` integer DEFAULT 0 NOT NULL,
	`current_line` integer DEFAULT 0 NOT NULL,
	`total_rows` integer,
	`created_rows` integer DEFAULT 0 NOT NULL,
	`changed_rows` integer DEFAULT 0 NOT NULL,
	`unchanged_rows` integer DEFAULT 0 NOT NULL,
	`archived_rows` integer DEFAULT 0 NOT NULL,
	`failed_rows` integer DEFAULT 0 NOT NULL,
	`started_by` integer,
	`started_at` text,
	`ended_at` text,
	`rolled_back_by` integer,
	`rolled_back_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`api_token_id`) REFERENCES `api_tokens`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`started_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`rolled_back_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `imports_by_time` ON `imports` (`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `imports_by_source` ON `imports` (`source`);