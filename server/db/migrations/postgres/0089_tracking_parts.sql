-- Every three characters of a courier's numbers, so that any part of one finds its dispatch.
CREATE INDEX consignments_by_part ON consignments USING gin ((upper(coalesce(tracking_number, '') || ' ' || coalesce(consignment_number, ''))) gin_trgm_ops);
