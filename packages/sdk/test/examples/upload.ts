import { openAsBlob } from 'node:fs';
import { createClient } from '@gatehouse/sdk';

const client = createClient({
  baseUrl: process.env['GATEHOUSE_BASE_URL']!,
  apiKey: process.env['GATEHOUSE_API_KEY']!,
  secret: process.env['GATEHOUSE_API_SECRET']!,
  domain: 'retail',
});

const passport = await openAsBlob(process.env['FILE']!);
const file = await client.storage.upload(passport, { filename: 'passport.png' });
console.log(file.content_type, file.url);
