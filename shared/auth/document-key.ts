/**
 * The cookie with the key of the document cookie. Without it the document cookie means nothing; a page can delete it without a network, and does when
 * its person signs out.
 */
export const documentKeyCookie = 'kitroom_documents_key';
