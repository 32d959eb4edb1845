import { distance } from 'fastest-levenshtein';
import type { DocumentField } from './document-reading.ts';

/** What documents call their fields, in Latin letters without accents and blanks. */
const labels: readonly (readonly [DocumentField, ...string[]])[] = [
  [
    'givenNames',
    'GIVENNAMES',
    'GIVENNAME',
    'FORENAMES',
    'FIRSTNAME',
    'FIRSTNAMES',
    'PRENOMS',
    'PRENOM',
    'VORNAMEN',
    'VORNAME',
    'NOMBRES',
    'NOMBRE',
    'NOME',
    'NOMI',
    'IMIONA',
    'IMIE',
    'VOORNAMEN',
    'PRENUME',
  ],
  [
    'surname',
    'SURNAME',
    'SURNAMES',
    'LASTNAME',
    'FAMILYNAME',
    'NOM',
    'NAME',
    'NACHNAME',
    'FAMILIENNAME',
    'APELLIDOS',
    'APELLIDO',
    'COGNOME',
    'SOBRENOME',
    'APELIDOS',
    'NAZWISKO',
    'NAAM',
    'NUME',
  ],
  [
    'dateOfBirth',
    'DATEOFBIRTH',
    'BIRTHDATE',
    'DATEDENAISSANCE',
    'GEBURTSDATUM',
    'GEBURTSTAG',
    'FECHADENACIMIENTO',
    'DATADINASCITA',
    'DATADENASCIMENTO',
    'DATAURODZENIA',
    'GEBOORTEDATUM',
  ],
  [
    'expiryDate',
    'DATEOFEXPIRY',
    'EXPIRYDATE',
    'EXPIRATIONDATE',
    'DATEOFEXPIRATION',
    'EXPIRY',
    'VALIDUNTIL',
    'DATEDEXPIRATION',
    'GUELTIGBIS',
    'GULTIGBIS',
    'FECHADECADUCIDAD',
    'VALIDEZ',
    'DATADISCADENZA',
    'SCADENZA',
    'VALIDADE',
    'DATADEVALIDADE',
    'TERMINWAZNOSCI',
    'GELDIGTOT',
  ],
  [
    'documentNumber',
    'DOCUMENTNO',
    'DOCUMENTNUMBER',
    'PASSPORTNO',
    'PASSPORTNUMBER',
    'CARDNO',
    'CARDNUMBER',
    'IDNO',
    'NODUDOCUMENT',
    'NDUDOCUMENT',
    'PASSNR',
    'AUSWEISNUMMER',
    'NUMERO',
    'NUMEROCARTA',
    'LICENCENO',
    'LICENCENUMBER',
  ],
  [
    'nationality',
    'NATIONALITY',
    'NATIONALITE',
    'STAATSANGEHORIGKEIT',
    'STAATSANGEHOERIGKEIT',
    'NACIONALIDAD',
    'CITTADINANZA',
    'NACIONALIDADE',
    'OBYWATELSTWO',
    'NATIONALITEIT',
  ],
  ['sex', 'SEX', 'SEXE', 'GENDER', 'GESCHLECHT', 'SEXO', 'SESSO', 'PLEC', 'GESLACHT'],
];

/** The field that a line names; undefined for what is no label. Two languages of one label stand with a stroke between them. */
export function labelledField(text: string): DocumentField | undefined {
  const parts = text.split(/[/|:]/).map(lettersOf);
  for (const part of parts) {
    for (const [field, ...names] of labels) {
      if (names.some((name) => part === name || isNearly(part, name))) return field;
    }
  }
  return undefined;
}

/** One letter in six may be misread; short labels must be exact. */
function isNearly(part: string, name: string): boolean {
  return (
    name.length >= 6 && Math.abs(part.length - name.length) <= 2 && distance(part, name) <= name.length / 6
  );
}

/** Capitals without accents. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '');
}
