CREATE TABLE "website_texts" (
	"id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"h1" text NOT NULL,
	"intro" text NOT NULL,
	"custom_category" bigint,
	"custom_filter" text,
	CONSTRAINT "website_texts_url_unique" UNIQUE("url"),
	CONSTRAINT "website_texts_override" CHECK ("website_texts"."custom_category" is null or "website_texts"."custom_filter" is null)
);
--> statement-breakpoint
ALTER TABLE "website_texts" ADD CONSTRAINT "website_texts_custom_category_categories_id_fk" FOREIGN KEY ("custom_category") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;