/**
 * The cookie with the key of the document cookie. The document cookie is useless without this key. A page can delete the key without a network, and
 * does so when its person signs out.
 */
export const documentKeyCookie = 'kitroom_documents_key';
